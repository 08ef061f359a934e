import { type ApiProblem, isProblem } from "@/lib/api/problem";
import type { RecordContent } from "@/lib/protocol/record";
import type { saveState } from "@/lib/save-state/save-state";

import { differences, sameContent } from "./differences";
import { EditHistory } from "./edit-history";

/** A draft is sent when somebody has paused for so long. */
export const PAUSE_MS = 700;
/** What could not be sent is tried again after this, and at once when the network is back. */
export const RETRY_MS = 5_000;

/** A draft as the server holds it. */
export interface ServerDraft {
  version: number;
  content: RecordContent;
  saved_at: string;
}

export interface DraftView {
  content: RecordContent;
  /** What another tab or device has saved meanwhile: the person has to choose. */
  conflict: ServerDraft | null;
  /** Why the server takes no more changes. */
  refused: ApiProblem | null;
  mayUndo: boolean;
  mayRedo: boolean;
}

/** What this browser holds of a draft that the server does not have yet. */
export interface Kept {
  slug: string;
  slotId: number;
  /** Of the server's draft that the content was made from. */
  version: number;
  content: RecordContent;
}

export interface DraftKeeperOptions {
  /** Under which name unsent changes are kept in this browser. */
  key: string;
  slug: string;
  slotId: number;
  draft: ServerDraft;
  save: (version: number, content: RecordContent) => Promise<Omit<ServerDraft, "content">>;
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  report: typeof saveState;
}

/**
 * Holds what somebody writes and sees to it that nothing of it is lost: every change is kept
 * in this browser at once, sent after a pause, sent again when that failed, and never written
 * over what another tab or device has saved.
 */
export class DraftKeeper {
  private readonly options: DraftKeeperOptions;
  private readonly listeners = new Set<() => void>();
  private readonly history = new EditHistory();
  private view: DraftView;
  private saved: RecordContent;
  private version: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | null = null;
  private isClosed = false;

  constructor(options: DraftKeeperOptions) {
    const { draft } = options;
    this.options = options;
    this.saved = draft.content;
    this.version = draft.version;
    this.view = {
      content: draft.content,
      conflict: null,
      refused: null,
      mayUndo: false,
      mayRedo: false,
    };
    const kept = this.readKept();
    if (kept && sameContent(kept.content, draft.content)) {
      // It had arrived, only the answer had not: kept on, it would later pass for a conflict.
      options.storage.removeItem(options.key);
    } else if (kept) {
      const conflict = kept.version === draft.version ? null : draft;
      this.view = { ...this.view, content: kept.content, conflict };
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): DraftView => this.view;

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

  edit(change: (content: RecordContent) => RecordContent): void {
    const content = change(this.view.content);
    if (content === this.view.content) return;
    this.history.push(this.view.content, content);
    this.become(content);
  }

  /** Take the last change back. @returns the field in which it was. */
  undo(): string | null {
    return this.goTo(this.history.undo());
  }

  /** Do again what was taken back. @returns the field in which it is. */
  redo(): string | null {
    return this.goTo(this.history.redo());
  }

  /** Go on with `content`, which the person has made of both texts. */
  resolve(content: RecordContent): void {
    const { conflict } = this.view;
    if (!conflict) return;
    this.version = conflict.version;
    this.saved = conflict.content;
    this.history.push(this.view.content, content);
    this.set({ conflict: null });
    this.become(content, 0);
  }

  /** Send what has not been sent, now. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.sending) await this.sending;
    if (this.isClosed || this.view.conflict || this.view.refused || !this.hasChanges) return;
    this.sending ??= this.send();
    await this.sending;
  }

  /** Let nothing go out any more but what is on its way: the record is being handed in. */
  async pause(): Promise<void> {
    clearTimeout(this.timer);
    await this.sending;
    clearTimeout(this.timer);
  }

  /** Handing in failed: go on as before. */
  resume(): void {
    if (this.hasChanges) this.schedule(0);
  }

  /** The server has it all: forget what was kept here. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.options.storage.removeItem(this.options.key);
  }

  private goTo(step: { content: RecordContent; path: string } | null): string | null {
    if (!step) return null;
    this.become(step.content);
    return step.path;
  }

  /** The content is on the page, kept here at once and sent after the pause. */
  private become(content: RecordContent, pause = PAUSE_MS): void {
    const { mayUndo, mayRedo } = this.history;
    this.set({ content, mayUndo, mayRedo });
    this.keep();
    this.schedule(pause);
  }

  private get hasChanges(): boolean {
    return !sameContent(this.view.content, this.saved);
  }

  private async send(): Promise<void> {
    const { report, save } = this.options;
    const { content } = this.view;
    report.saving();
    try {
      const answer = await save(this.version, content);
      this.version = answer.version;
      this.saved = content;
      if (this.view.content === content) {
        this.options.storage.removeItem(this.options.key);
        report.saved(new Date(answer.saved_at));
      } else {
        this.keep();
        this.schedule(PAUSE_MS);
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.sending = null;
    }
  }

  private failed(error: unknown): void {
    const { report } = this.options;
    const changes = differences(this.view.content, this.saved).length;
    // 401: the page asks to log in again, and then it goes through.
    if (!isProblem(error) || error.status >= 500 || [401, 429].includes(error.status)) {
      if (isProblem(error)) report.failed(changes);
      else report.kept(changes);
      this.schedule(RETRY_MS);
      return;
    }
    report.failed(changes);
    const draft = error.extensions["draft"] as ServerDraft | undefined;
    this.set(error.isConflict && draft ? { conflict: draft } : { refused: error });
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.flush(), delay);
  }

  private set(change: Partial<DraftView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }

  private keep(): void {
    const { slug, slotId } = this.options;
    const kept: Kept = { slug, slotId, version: this.version, content: this.view.content };
    try {
      this.options.storage.setItem(this.options.key, JSON.stringify(kept));
    } catch {
      // The browser's storage is full or switched off: the server's copy has to do.
    }
  }

  private readKept(): Kept | null {
    const { key, storage } = this.options;
    try {
      return JSON.parse(storage.getItem(key) ?? "null") as Kept | null;
    } catch {
      storage.removeItem(key);
      return null;
    }
  }
}
