import { describe, expect, it } from "vitest";

import { content, question } from "@/lib/protocol/testing";
import { type RecordContent, withQuestion, withText } from "@/lib/protocol/record";

import { changeBetween, EditHistory, TYPING_MS } from "./edit-history";

const empty = content({}, { questions: [question("q1"), question("q2")] });
const typed = (text: string, record: RecordContent = empty) =>
  withText(record, "explanation", text);

function aHistory() {
  let now = 0;
  const history = new EditHistory(() => now);
  const wait = (by: number) => {
    now += by;
  };
  return { history, wait };
}

describe("EditHistory", () => {
  it("takes a stretch of typing back at once, and what came before a pause after it", () => {
    const { history, wait } = aHistory();
    history.push(empty, typed("a"));
    wait(TYPING_MS - 1);
    history.push(typed("a"), typed("ab"));
    wait(TYPING_MS + 1);
    history.push(typed("ab"), typed("abc"));
    expect(history.undo()?.content).toEqual(typed("ab"));
    expect(history.undo()?.content).toEqual(empty);
    expect(history.undo()).toBeNull();
  });

  it("takes choices back one by one, however fast they were made, and does them again", () => {
    const { history } = aHistory();
    const one = content({ category: ["art"] });
    const other = content({ category: ["science"] });
    history.push(content({}), one);
    history.push(one, other);
    expect(history.undo()).toEqual({ content: one, path: "labels.category" });
    expect(history.mayRedo).toBe(true);
    expect(history.redo()?.content).toBe(other);
    expect(history.mayRedo).toBe(false);
  });

  it("forgets what could have been done again once something else is done", () => {
    const { history } = aHistory();
    history.push(empty, typed("a"));
    history.undo();
    history.push(empty, typed("b"));
    expect(history.redo()).toBeNull();
    expect(history.undo()?.content).toEqual(empty);
  });
});

describe("changeBetween", () => {
  it("says in which field of which question it was", () => {
    const key = withQuestion(empty, "q2", { answer: 1 });
    expect(changeBetween(empty, key)).toEqual({ path: "questions.1.options.1", typing: false });
    const stem = withQuestion(empty, "q2", { stem: "Why?" });
    expect(changeBetween(empty, stem)).toEqual({ path: "questions.1.stem", typing: true });
    const gone = { ...empty, questions: empty.questions.slice(0, 1) };
    expect(changeBetween(empty, gone)).toEqual({ path: "questions.0.stem", typing: false });
  });
});
