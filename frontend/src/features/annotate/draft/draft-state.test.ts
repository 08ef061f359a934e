import { describe, expect, it } from "vitest";

import { ApiProblem } from "@/lib/api/problem";
import { content, question } from "@/lib/protocol/testing";

import {
  type DraftAction,
  type DraftState,
  type ServerDraft,
  initialDraftState,
  draftReducer,
} from "./draft-state";

const AT = "2026-11-20T14:03:00Z";
const record = content({ category: ["art"] });
const draft: ServerDraft = { version: 3, content: record, saved_at: AT };
const start = initialDraftState(draft, 1, null);
/** The state after these actions, a minute apart. */
const after = (...actions: DraftAction[]): DraftState =>
  actions.reduce((state, action, index) => draftReducer(state, action, index * 60_000), start);
const text = (value: string): DraftAction => ({ type: "text", field: "explanation", value });

describe("what is written", () => {
  it("labels: the fields that are named, and no others", () => {
    const { content: now } = after({ type: "labels", labels: { subfield: ["music"] } });
    expect(now.labels).toEqual({ category: ["art"], subfield: ["music"] });
  });

  it("text", () => {
    expect(after(text("Hope")).content.texts).toEqual({ explanation: "Hope" });
  });

  it("sentence: one slot beside the others", () => {
    const slot = (id: string, value: string): DraftAction => ({
      type: "sentence",
      field: "caption",
      slot: id,
      value,
    });
    const { sentences } = after(slot("a", "Time"), slot("b", "a river")).content;
    expect(sentences).toEqual({ caption: { a: "Time", b: "a river" } });
  });

  it("question: its parts that changed, of that question only", () => {
    const { questions } = after({ type: "question", uid: "q1", change: { stem: "Why?" } }).content;
    expect(questions).toEqual([{ ...record.questions[0], stem: "Why?" }, record.questions[1]]);
    expect(questions[1]).toBe(record.questions[1]);
  });

  it("option: one option of one question and nothing else", () => {
    const { content: now } = after({ type: "option", uid: "q1", index: 1, value: "new" });
    expect(now.questions[0]?.options).toEqual(["", "new", ""]);
    expect(now.questions[1]).toBe(record.questions[1]);
    expect(record.questions[0]?.options).toEqual(["", "", ""]);
  });

  it("addQuestion: at the end", () => {
    const { questions } = after({ type: "addQuestion", question: question("q3") }).content;
    expect(questions.map(({ uid }) => uid)).toEqual(["q1", "q2", "q3"]);
  });

  it("removeQuestion, and addQuestion where it was", () => {
    const gone: DraftAction = { type: "removeQuestion", uid: "q1" };
    expect(after(gone).content.questions.map(({ uid }) => uid)).toEqual(["q2"]);
    const back: DraftAction = { type: "addQuestion", question: record.questions[0]!, index: 0 };
    expect(after(gone, back).content).toEqual(record);
  });

  it("restore: an earlier version, which can be taken back", () => {
    const earlier = content({ category: ["science"] });
    const restored = after({ type: "restore", content: earlier });
    expect(restored.content).toBe(earlier);
    expect(draftReducer(restored, { type: "undo" }, 0).content).toBe(record);
  });

  it("is no step where nothing changes", () => {
    expect(after({ type: "restore", content: record })).toBe(start);
  });
});

describe("what was done", () => {
  it("undo: the last step goes, and the field in which it was is said", () => {
    const state = after(text("Hope"), { type: "undo" });
    expect(state.content).toBe(record);
    expect(state.turnedAt).toBe("texts.explanation");
  });

  it("redo: the step is done again", () => {
    const state = after(text("Hope"), { type: "undo" }, { type: "redo" });
    expect(state.content.texts).toEqual({ explanation: "Hope" });
    expect(state.turnedAt).toBe("texts.explanation");
  });

  it("undo and redo without a step change nothing and lead nowhere", () => {
    for (const type of ["undo", "redo"] as const) {
      const state = after(text("Hope"), { type: "undo" }, { type: "undo" }, { type });
      expect(after({ type }).content).toBe(record);
      expect(after({ type }).turnedAt).toBeNull();
      expect(state.history.done.length + state.history.undone.length).toBe(1);
    }
  });

  it("forgets the field once something else is written", () => {
    expect(after(text("a"), { type: "undo" }, text("b")).turnedAt).toBeNull();
  });
});

describe("what the server holds", () => {
  const mine = { version: 3, content: content({ category: ["science"] }) };
  const theirs: ServerDraft = { version: 7, content: content({}), saved_at: AT };

  it("saved: the next change is one of that version", () => {
    const state = after(text("a"), { type: "saved", version: 4, content: record });
    expect(state.saved).toEqual({ version: 4, content: record });
    expect(state.content.texts).toEqual({ explanation: "a" });
  });

  it("conflict: what is written stays until the person has chosen", () => {
    const state = after(text("a"), { type: "conflict", draft: theirs });
    expect(state.conflict).toBe(theirs);
    expect(state.content.texts).toEqual({ explanation: "a" });
  });

  it("resolve: the choice is a change of the other version, and can be taken back", () => {
    const chosen = content({ category: ["science"] });
    const state = after({ type: "conflict", draft: theirs }, { type: "resolve", content: chosen });
    expect(state).toMatchObject({ conflict: null, content: chosen, saved: theirs });
    expect(draftReducer(state, { type: "undo" }, 0).content).toBe(record);
  });

  it("resolve without a conflict does nothing", () => {
    expect(after({ type: "resolve", content: content({}) })).toBe(start);
  });

  it("refused: why is said, and what is written stays", () => {
    const problem = new ApiProblem(409, { detail: "This was handed in." });
    expect(after({ type: "refused", problem })).toEqual({ ...start, refused: problem });
  });

  it("begins with what this browser kept of the same version", () => {
    expect(initialDraftState(draft, 1, mine)).toMatchObject({
      content: mine.content,
      conflict: null,
    });
  });

  it("begins with both where the server has a newer one", () => {
    expect(initialDraftState(theirs, 1, mine)).toMatchObject({
      content: mine.content,
      conflict: theirs,
    });
  });
});
