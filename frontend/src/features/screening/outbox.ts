import type { components } from "@/api/generated";
import { ApiProblem } from "@/lib/api/problem";

export interface Vote {
  decision: components["schemas"]["VoteInputRequest"]["decision"];
  reason: string;
  /** A sentence of the person, if the reason needs one. */
  note: string;
  seconds: number;
}

export type VoteChange =
  { kind: "vote"; id: number; vote: Vote } | { kind: "take_back"; id: number };

export interface OutboxEvents {
  /** The server has stored it. */
  onSent: (change: VoteChange) => void;
  /** The server refused it: trying again would change nothing. */
  onRefused: (change: VoteChange, problem: ApiProblem) => void;
  /**
   * Called after every change: number of waiting votes, and whether the last attempt got no
   * response.
   */
  onWaiting: (count: number, stuck: boolean) => void;
}

const RETRY_MS = 3000;

/** Whether sending again would change nothing. 401: the page asks its person to log in. */
function isFinal({ status }: ApiProblem): boolean {
  return status < 500 && status !== 401 && status !== 429;
}

/**
 * Queue of decisions: sent one after another in order, stored in this browser until they have
 * arrived, sent again if there was no response.
 */
export class DecisionOutbox {
  private changes: VoteChange[];
  private sending = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly key: string;
  private readonly send: (change: VoteChange) => Promise<void>;
  private events: OutboxEvents | undefined;

  constructor(key: string, send: (change: VoteChange) => Promise<void>) {
    this.key = key;
    this.send = send;
    this.changes = read(key);
  }

  /**
   * Set the listener and send what waits.
   * @returns a function that ends both.
   */
  open(events: OutboxEvents): () => void {
    this.events = events;
    this.flush();
    return () => {
      this.events = undefined;
      clearTimeout(this.timer);
    };
  }

  /** Images whose decision has not arrived yet. */
  get waiting(): readonly VoteChange[] {
    return this.changes;
  }

  add(change: VoteChange): void {
    this.changes.push(change);
    this.kept();
    this.events?.onWaiting(this.changes.length, false);
    this.flush();
  }

  /**
   * Remove an unsent vote.
   * @returns false if it is being sent or has arrived.
   */
  forget(id: number): boolean {
    const index = this.changes.findLastIndex((change) => change.id === id);
    const onItsWay = index === 0 && this.sending;
    if (index < 0 || onItsWay || this.changes[index]?.kind !== "vote") return false;
    this.changes.splice(index, 1);
    this.kept();
    this.events?.onWaiting(this.changes.length, false);
    return true;
  }

  /** Send what waits; repeats while something does. */
  flush(): void {
    if (this.sending) return;
    clearTimeout(this.timer);
    const [change] = this.changes;
    if (!change) return;
    this.sending = true;
    void this.send(change)
      .then(
        () => {
          this.settled(change);
          this.events?.onSent(change);
        },
        (error: unknown) => {
          if (error instanceof ApiProblem && isFinal(error)) {
            this.settled(change);
            this.events?.onRefused(change, error);
            return;
          }
          this.sending = false;
          this.events?.onWaiting(this.changes.length, true);
          this.timer = setTimeout(() => {
            this.flush();
          }, RETRY_MS);
        },
      )
      .catch(() => undefined);
  }

  private settled(change: VoteChange): void {
    this.sending = false;
    this.changes = this.changes.filter((one) => one !== change);
    this.kept();
    this.events?.onWaiting(this.changes.length, false);
    this.flush();
  }

  private kept(): void {
    if (this.changes.length > 0) localStorage.setItem(this.key, JSON.stringify(this.changes));
    else localStorage.removeItem(this.key);
  }
}

function read(key: string): VoteChange[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? (stored as VoteChange[]) : [];
  } catch {
    return [];
  }
}
