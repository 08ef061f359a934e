import { describe, expect, it } from "vitest";

import { content } from "@/lib/protocol/testing";

import {
  workspaceReducer,
  type WorkspaceAction,
  type WorkspaceState,
  initialWorkspaceState,
} from "./workspace-state";

const start = initialWorkspaceState("labels");
const after = (...actions: WorkspaceAction[]): WorkspaceState =>
  actions.reduce(workspaceReducer, start);
const place = (choice?: number) => ({ path: "labels.category", choice });

describe("the workspace", () => {
  it("begins at the first thing to do, with nothing open", () => {
    expect(start).toMatchObject({ section: "labels", open: [], picture: 0, attempted: false });
  });

  it.each<[string, WorkspaceAction[], Partial<WorkspaceState>]>([
    ["enter", [{ type: "enter", section: "texts" }], { section: "texts" }],
    ["go", [{ type: "go", path: "questions.1.stem" }], { section: "questions.1" }],
    ["focus", [{ type: "focus", place: place() }], { focused: place() }],
    ["point at a choice", [{ type: "point", place: place(2) }], { pointed: place(2) }],
    [
      "point at no choice",
      [
        { type: "point", place: place(2) },
        { type: "point", place: place() },
      ],
      { pointed: null },
    ],
    ["attempt", [{ type: "attempt" }], { attempted: true }],
    ["wait", [{ type: "wait" }], { isWaiting: true }],
    ["stopWaiting", [{ type: "wait" }, { type: "stopWaiting" }], { isWaiting: false }],
    ["send", [{ type: "send" }], { isSending: true }],
    ["sendingFailed", [{ type: "send" }, { type: "sendingFailed" }], { isSending: false }],
    ["show", [{ type: "show", picture: 2 }], { picture: 2 }],
    ["open", [{ type: "open", panel: "decline" }], { open: ["decline"] }],
    [
      "close",
      [
        { type: "open", panel: "decline" },
        { type: "open", panel: "history" },
        { type: "close", panel: "decline" },
      ],
      { open: ["history"] },
    ],
    [
      "toggle",
      [
        { type: "toggle", panel: "history" },
        { type: "toggle", panel: "guidelines" },
        { type: "toggle", panel: "history" },
      ],
      { open: ["guidelines"] },
    ],
  ])("%s: changes that and nothing else", (_, actions, changed) => {
    expect(after(...actions)).toEqual({ ...start, ...changed });
  });

  it("refused: what was wrong is kept with the content that it is about", () => {
    const record = content({});
    const errors = [{ field: "texts.explanation", message: "Too short." }];
    expect(after({ type: "refused", content: record, errors }).refusal).toEqual({
      content: record,
      errors,
    });
  });
});
