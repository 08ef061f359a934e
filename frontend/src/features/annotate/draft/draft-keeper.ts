import { type ApiProblem, isProblem } from "@/lib/api/problem";
import type { RecordContent } from "@/lib/protocol/record";
import type { saveState } from "@/lib/save-state/save-state";

import { findDraftDifferences, sameContent } from "./differences";
import {
  type DraftAction,
  type DraftState,
  type ProtocolChange,
  type ServerDraft,
  initialDraftState,
  draftReducer,
} from "./draft-state";
import type { RecordEdit } from "./edits";

/** Pause in typing after which a draft is sent. */
export const SAVE_PAUSE_MS = 700;
/** Pause in typing after which the page follows: only the text itself is drawn with each key. */
export const TYPING_MS = 120;
/** Time after which a failed save is tried again; it is also tried once the network is back. */
export const RETRY_MS = 5_000;

/** Changes of a draft in this browser that the server does not have yet. */
export interface UnsentChanges {
  slug: string;
  slotId: number;
  /** Version of the server's draft that the content was made from. */
  version: number;
  /** Number of the protocol version that the content was written under. */
  protocol?: number;
  content: RecordContent;
}

export interface DraftKeeperOptions {
  /** Storage key of unsent changes in this browser. */
  key: string;
  slug: string;
  slotId: number;
  draft: ServerDraft;
  /** Number of the protocol version on the page. */
  protocol: number;
  save: (
    version: number,
    content: RecordContent,
    protocol: number,
  ) => Promise<Omit<ServerDraft, "content">>;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  report: typeof saveState;
}

/**
 * Holds a draft so that no change is lost: every change is stored in this browser at once, sent
 * after a pause, sent again after a failure, and never overwrites what another tab or device has
 * saved.
 */
export class DraftKeeper {
  private readonly options: DraftKeeperOptions;
  private readonly listeners = new Set<() => void>();
  private state: DraftState;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private typing: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  private isClosed = false;

  constructor(options: DraftKeeperOptions) {
    const { draft, protocol, storage, key } = options;
    this.options = options;
    const kept = this.readKept();
    const hasArrived = kept !== null && sameContent(kept.content, draft.content);
    // Only the response was lost: stored changes would later look like a conflict.
    if (hasArrived) storage.removeItem(key);
    this.state = initialDraftState(draft, protocol, hasArrived ? null : kept);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): DraftState => this.state;

  /** Watch the network and the tab. @returns a function that sends what is left and stops. */
  start(): () => void {
    const send = () => void this.flush();
    const sendWhenHidden = () => {
      if (document.visibilityState === "hidden") send();
    };
    window.addEventListener("online", send);
    window.addEventListener("pagehide", send);
    document.addEventListener("visibilitychange", sendWhenHidden);
    if (this.hasChanges) this.schedule(0);
    return () => {
      window.removeEventListener("online", send);
      window.removeEventListener("pagehide", send);
      document.removeEventListener("visibilitychange", sendWhenHidden);
      send();
    };
  }

  /** Apply a change to the page, store it here at once, and send it after a pause. */
  readonly dispatch = (action: DraftAction): void => {
    this.change(action);
    this.announce();
  };

  /** Apply a key typed into a text, as `dispatch` does; listeners hear of it after a pause. */
  readonly type = (edit: RecordEdit): void => {
    this.change(edit);
    clearTimeout(this.typing);
    this.typing = setTimeout(this.announce, TYPING_MS);
  };

  /** Tell listeners of what was typed without waiting for a pause. */
  readonly announce = (): void => {
    clearTimeout(this.typing);
    for (const listener of this.listeners) listener();
  };

  /** Send unsent changes now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.sending) await this.sending;
    if (this.isClosed || this.state.conflict || this.state.refused || !this.hasChanges) return;
    this.sending ??= this.send();
    await this.sending;
  }

  /** Start no further request, because the record is being submitted. */
  async pause(): Promise<void> {
    clearTimeout(this.timer);
    await this.sending;
    clearTimeout(this.timer);
  }

  /** Continue after a failed submission. */
  resume(): void {
    if (this.hasChanges) this.schedule(0);
  }

  /** The server has all changes: remove what was stored here. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.options.storage.removeItem(this.options.key);
  }

  /** Let the person choose if the server's answer has another version; return whether it has. */
  meetConflict(problem: ApiProblem): boolean {
    const draft = problem.extensions["draft"] as ServerDraft | undefined;
    const change = problem.extensions["protocol_change"] as ProtocolChange | undefined;
    if (!problem.isConflict || !draft) return false;
    this.become({ type: "conflict", draft, change });
    return true;
  }

  private change(action: DraftAction): void {
    const before = this.state.content;
    this.state = draftReducer(this.state, action, performance.now());
    if (this.state.content === before && action.type !== "resolve") return;
    this.keep();
    this.schedule(action.type === "resolve" ? 0 : SAVE_PAUSE_MS);
  }

  private become(action: DraftAction): void {
    this.state = draftReducer(this.state, action, performance.now());
    this.announce();
  }

  private get hasChanges(): boolean {
    return !sameContent(this.state.content, this.state.saved.content);
  }

  private async send(): Promise<void> {
    const { report, save } = this.options;
    const { content, saved, protocol } = this.state;
    report.saving();
    try {
      const answer = await save(saved.version, content, protocol);
      this.become({ type: "saved", version: answer.version, content });
      if (this.state.content === content) {
        this.options.storage.removeItem(this.options.key);
        report.saved(new Date(answer.saved_at));
      } else {
        this.keep();
        this.schedule(SAVE_PAUSE_MS);
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.sending = null;
    }
  }

  private failed(error: unknown): void {
    const { report } = this.options;
    const changes = findDraftDifferences(this.state.content, this.state.saved.content).length;
    // 401: the page asks to log in again, then the request is repeated.
    if (!isProblem(error) || error.status >= 500 || [401, 429].includes(error.status)) {
      if (isProblem(error)) report.failed(changes);
      else report.kept(changes);
      this.schedule(RETRY_MS);
      return;
    }
    report.failed(changes);
    if (!this.meetConflict(error)) this.become({ type: "refused", problem: error });
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.flush(), delay);
  }

  private keep(): void {
    const { slug, slotId } = this.options;
    const { content, saved, protocol } = this.state;
    const kept: UnsentChanges = { slug, slotId, version: saved.version, protocol, content };
    try {
      this.options.storage.setItem(this.options.key, JSON.stringify(kept));
    } catch {
      // The browser's storage is full or disabled: only the server has a copy.
    }
  }

  private readKept(): UnsentChanges | null {
    const { key, storage } = this.options;
    try {
      return JSON.parse(storage.getItem(key) ?? "null") as UnsentChanges | null;
    } catch {
      storage.removeItem(key);
      return null;
    }
  }
}
