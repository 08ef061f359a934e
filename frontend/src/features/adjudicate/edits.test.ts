import { describe, expect, it } from "vitest";

import { changedQuestions, isChanged, initialEditedRecord } from "./edits";

const final = {
  labels: { domain: ["life"] },
  texts: { explanation: "It says so." },
  sentences: {},
  questions: [
    {
      uid: "q-1",
      position: 1,
      format: "single_choice",
      fixed: "",
      revision: 1,
      stem: "What is meant?",
      options: ["This", "That"],
      answer: 0,
    },
  ],
};
const begun = initialEditedRecord(final);
const question = { format: "single_choice", stem: "What is meant?", options: ["This", "That"] };

describe("changing what was decided", () => {
  it("begins with what stands", () => {
    expect(isChanged(final, begun)).toBe(false);
    expect(changedQuestions(final, begun)).toEqual([]);
  });

  it("sees another label without asking about questions again", () => {
    const edited = { ...begun, labels: { domain: ["art"] } };
    expect(isChanged(final, edited)).toBe(true);
    expect(changedQuestions(final, edited)).toEqual([]);
  });

  it("sends a question with another key or wording, blanks at the ends aside", () => {
    const blank = { "q-1": { ...question, stem: "What is meant? ", answer: 0 } };
    expect(changedQuestions(final, { ...begun, questions: blank })).toEqual([]);
    const key = { "q-1": { ...question, answer: 1 } };
    expect(changedQuestions(final, { ...begun, questions: key })).toEqual([
      { uid: "q-1", content: { stem: "What is meant?", options: ["This", "That"], answer: 1 } },
    ]);
  });
});
