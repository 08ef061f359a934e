import type { ApiProblem } from "@/lib/api/problem";
import type { RecordContent } from "@/lib/protocol/record";

import {
  type EditHistory,
  EMPTY_HISTORY,
  redo,
  type HistoryStep,
  undo,
  withStep,
} from "./edit-history";
import { type RecordEdit, withEdit } from "./edits";

/** A draft as stored on the server. */
export interface ServerDraft {
  version: number;
  content: RecordContent;
  saved_at: string;
}

/** A record in the labels of the protocol version with this number. */
export interface ProtocolChange {
  protocol_version: number;
  content: RecordContent;
}

/** A draft while a person edits it. */
export interface DraftState {
  content: RecordContent;
  /** Number of the protocol version that `content` is written under. */
  protocol: number;
  history: EditHistory;
  /** The field whose change was undone or redone, if that was the last action. */
  turnedAt: string | null;
  /** The server's version; edits are sent as a change of it. */
  saved: Pick<ServerDraft, "version" | "content">;
  /** The version on the server that differs from what was sent: the person has to choose. */
  conflict: ServerDraft | null;
  /** The conflict comes from a change of the protocol, not from another tab or device. */
  isProtocolConflict: boolean;
  /** Reason why the server accepts no more changes. */
  refused: ApiProblem | null;
}

export type DraftAction =
  | RecordEdit
  | { type: "undo" }
  | { type: "redo" }
  /** Continue with `content`, which the person has merged from both versions. */
  | { type: "resolve"; content: RecordContent }
  | { type: "saved"; version: number; content: RecordContent }
  | { type: "conflict"; draft: ServerDraft; change?: ProtocolChange | undefined }
  | { type: "refused"; problem: ApiProblem };

/**
 * `kept` are the unsent changes of the draft in this browser. If they were written under another
 * protocol, the server converts them when they are sent.
 */
export function initialDraftState(
  draft: ServerDraft,
  protocol: number,
  kept: (DraftState["saved"] & { protocol?: number }) | null,
): DraftState {
  const isOther = kept !== null && kept.version !== draft.version;
  const isSameProtocol = (kept?.protocol ?? protocol) === protocol;
  return {
    content: kept?.content ?? draft.content,
    protocol: kept?.protocol ?? protocol,
    history: EMPTY_HISTORY,
    turnedAt: null,
    saved: isOther && !isSameProtocol ? { ...draft, version: kept.version } : draft,
    conflict: isOther && isSameProtocol ? draft : null,
    isProtocolConflict: false,
    refused: null,
  };
}

/** @param now milliseconds of a monotonic clock */
export function draftReducer(state: DraftState, action: DraftAction, now: number): DraftState {
  switch (action.type) {
    case "undo":
      return turned(state, undo(state.history));
    case "redo":
      return turned(state, redo(state.history));
    case "resolve": {
      if (!state.conflict) return state;
      const resolved = {
        ...state,
        saved: state.conflict,
        conflict: null,
        isProtocolConflict: false,
      };
      return became(resolved, action.content, now);
    }
    case "saved":
      return { ...state, saved: { version: action.version, content: action.content } };
    case "conflict":
      return {
        ...state,
        content: action.change?.content ?? state.content,
        protocol: action.change?.protocol_version ?? state.protocol,
        conflict: action.draft,
        isProtocolConflict: action.change !== undefined,
      };
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

function turned(state: DraftState, turn: HistoryStep | null): DraftState {
  if (!turn) return { ...state, turnedAt: null };
  return { ...state, content: turn.content, history: turn.history, turnedAt: turn.path };
}
