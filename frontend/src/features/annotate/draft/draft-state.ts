import type { ApiProblem } from "@/lib/api/problem";
import type { RecordContent } from "@/lib/protocol/record";

import { type EditHistory, NOTHING_DONE, redo, type Turn, undo, withStep } from "./edit-history";
import { type Edit, withEdit } from "./edits";

/** A draft as stored on the server. */
export interface ServerDraft {
  version: number;
  content: RecordContent;
  saved_at: string;
}

/** A draft while a person edits it. */
export interface DraftState {
  content: RecordContent;
  history: EditHistory;
  /** The field whose change was undone or redone, if that was the last action. */
  turnedAt: string | null;
  /** The server's version; edits are sent as a change of it. */
  saved: Pick<ServerDraft, "version" | "content">;
  /** The version that another tab or device has saved: the person has to choose. */
  conflict: ServerDraft | null;
  /** Reason why the server accepts no more changes. */
  refused: ApiProblem | null;
}

export type DraftAction =
  | Edit
  | { type: "undo" }
  | { type: "redo" }
  /** Continue with `content`, which the person has merged from both versions. */
  | { type: "resolve"; content: RecordContent }
  | { type: "saved"; version: number; content: RecordContent }
  | { type: "conflict"; draft: ServerDraft }
  | { type: "refused"; problem: ApiProblem };

/** `kept` are the unsent changes of the draft in this browser. */
export function startOf(draft: ServerDraft, kept: DraftState["saved"] | null): DraftState {
  return {
    content: kept?.content ?? draft.content,
    history: NOTHING_DONE,
    turnedAt: null,
    saved: draft,
    conflict: kept && kept.version !== draft.version ? draft : null,
    refused: null,
  };
}

/** @param now milliseconds of a monotonic clock */
export function write(state: DraftState, action: DraftAction, now: number): DraftState {
  switch (action.type) {
    case "undo":
      return turned(state, undo(state.history));
    case "redo":
      return turned(state, redo(state.history));
    case "resolve": {
      if (!state.conflict) return state;
      const resolved = { ...state, saved: state.conflict, conflict: null };
      return became(resolved, action.content, now);
    }
    case "saved":
      return { ...state, saved: { version: action.version, content: action.content } };
    case "conflict":
      return { ...state, conflict: action.draft };
    case "refused":
      return { ...state, refused: action.problem };
    default:
      return became(state, withEdit(state.content, action), now);
  }
}

function became(state: DraftState, content: RecordContent, now: number): DraftState {
  if (content === state.content) return state;
  const history = withStep(state.history, state.content, content, now);
  return { ...state, content, history, turnedAt: null };
}

function turned(state: DraftState, turn: Turn | null): DraftState {
  if (!turn) return { ...state, turnedAt: null };
  return { ...state, content: turn.content, history: turn.history, turnedAt: turn.path };
}
