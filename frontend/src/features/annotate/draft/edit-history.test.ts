import { describe, expect, it } from "vitest";

import { content, question } from "@/lib/protocol/testing";
import type { RecordContent } from "@/lib/protocol/record";

import { changeBetween, EMPTY_HISTORY, redo, TYPING_MS, undo, withStep } from "./edit-history";
import { withEdit } from "./edits";

const empty = content({}, { questions: [question("q1"), question("q2")] });
const typed = (value: string) => withEdit(empty, { type: "text", field: "explanation", value });

/** The history of these contents, each so many milliseconds after the first. */
function historyOf(first: RecordContent, ...later: (readonly [number, RecordContent])[]) {
  let before = first;
  return later.reduce((history, [now, after]) => {
    const next = withStep(history, before, after, now);
    before = after;
    return next;
  }, EMPTY_HISTORY);
}

describe("the history of a form", () => {
  it("takes a stretch of typing back at once, and what came before a pause after it", () => {
    const soon = TYPING_MS - 1;
    const late = soon + TYPING_MS + 1;
    const all = historyOf(empty, [0, typed("a")], [soon, typed("ab")], [late, typed("abc")]);
    const first = undo(all);
    expect(first?.content).toEqual(typed("ab"));
    const second = undo(first!.history);
    expect(second?.content).toEqual(empty);
    expect(undo(second!.history)).toBeNull();
  });

  it("takes choices back one by one, however fast they were made, and does them again", () => {
    const one = content({ category: ["art"] });
    const other = content({ category: ["science"] });
    const back = undo(historyOf(content({}), [0, one], [0, other]));
    expect(back).toMatchObject({ content: one, path: "labels.category" });
    const again = redo(back!.history);
    expect(again?.content).toBe(other);
    expect(redo(again!.history)).toBeNull();
  });

  it("forgets what could have been done again once something else is done", () => {
    const back = undo(historyOf(empty, [0, typed("a")]))!;
    const other = withStep(back.history, empty, typed("b"), 0);
    expect(redo(other)).toBeNull();
    expect(undo(other)?.content).toEqual(empty);
  });
});

describe("changeBetween", () => {
  it("says in which field of which question it was", () => {
    const key = withEdit(empty, { type: "question", uid: "q2", change: { answer: 1 } });
    expect(changeBetween(empty, key)).toEqual({ path: "questions.1.options.1", typing: false });
    const stem = withEdit(empty, { type: "question", uid: "q2", change: { stem: "Why?" } });
    expect(changeBetween(empty, stem)).toEqual({ path: "questions.1.stem", typing: true });
    const gone = { ...empty, questions: empty.questions.slice(0, 1) };
    expect(changeBetween(empty, gone)).toEqual({ path: "questions.0.stem", typing: false });
  });
});
