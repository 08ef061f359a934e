import type { FieldError } from "@/lib/api/problem";
import type { RecordContent } from "@/lib/protocol/record";

import { type SectionId, sectionOfPath } from "./form/missing";
import type { PointedField } from "./form/pointer";

export type WorkspacePanel = "decline" | "guidelines" | "history";

/** Focus and open parts of the form. The record is in the draft's state. */
export interface WorkspaceState {
  /** The section that stays open although it is complete. */
  section: SectionId | null;
  /** The focused field, and the choice below the pointer. */
  focused: PointedField | null;
  pointed: PointedField | null;
  /** The person has tried to submit: from now on all missing parts are shown. */
  attempted: boolean;
  /** The server's refusal of exactly this content. */
  refusal: { content: RecordContent; errors: readonly FieldError[] } | null;
  /** The record is being submitted. */
  isSending: boolean;
  /** It is submitted once the network is back. */
  isWaiting: boolean;
  open: readonly WorkspacePanel[];
  /** Index of the visible image. */
  picture: number;
}

export type WorkspaceAction =
  | { type: "enter"; section: SectionId }
  /** Move to a field, a section or a question, by its path in the form. */
  | { type: "go"; path: string }
  | { type: "focus"; place: PointedField | null }
  | { type: "point"; place: PointedField | null }
  | { type: "attempt" }
  | { type: "wait" }
  | { type: "stopWaiting" }
  | { type: "send" }
  | { type: "sendingFailed" }
  | { type: "refused"; content: RecordContent; errors: readonly FieldError[] }
  | { type: "open"; panel: WorkspacePanel }
  | { type: "close"; panel: WorkspacePanel }
  | { type: "toggle"; panel: WorkspacePanel }
  | { type: "show"; picture: number };

/** @param section section with the first open task */
export function initialWorkspaceState(section: SectionId | null): WorkspaceState {
  return {
    section,
    focused: null,
    pointed: null,
    attempted: false,
    refusal: null,
    isSending: false,
    isWaiting: false,
    open: [],
    picture: 0,
  };
}

export function workspaceReducer(state: WorkspaceState, action: WorkspaceAction): WorkspaceState {
  switch (action.type) {
    case "enter":
      return { ...state, section: action.section };
    case "go":
      return { ...state, section: sectionOfPath(action.path) };
    case "focus":
      return { ...state, focused: action.place };
    case "point":
      // Passing over a field with the pointer changes nothing; passing over one of its choices
      // does.
      return { ...state, pointed: action.place?.choice === undefined ? null : action.place };
    case "attempt":
      return { ...state, attempted: true };
    case "wait":
      return { ...state, isWaiting: true };
    case "stopWaiting":
      return { ...state, isWaiting: false };
    case "send":
      return { ...state, isSending: true };
    case "sendingFailed":
      return { ...state, isSending: false };
    case "refused":
      return { ...state, refusal: { content: action.content, errors: action.errors } };
    case "open":
      return { ...state, open: [...state.open, action.panel] };
    case "close":
      return { ...state, open: state.open.filter((panel) => panel !== action.panel) };
    case "toggle":
      return workspaceReducer(state, {
        type: state.open.includes(action.panel) ? "close" : "open",
        panel: action.panel,
      });
    case "show":
      return { ...state, picture: action.picture };
  }
}
