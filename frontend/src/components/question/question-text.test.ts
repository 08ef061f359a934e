import { expect, it } from "vitest";

import type { QuestionRules } from "@/lib/protocol/protocol";

import { questionProblems } from "./question-text";

const rules: QuestionRules = {
  formats: ["single_choice"],
  minimum: 1,
  maximum: 3,
  options: 3,
  stem: { unit: "words", maximum: 5 },
  option: { unit: "characters", maximum: 4 },
  fixed: [],
  written_by: "both",
};

it("finds nothing in a finished question", () => {
  const question = {
    format: "single_choice",
    stem: "What is meant?",
    options: ["a", "b", "c"],
    answer: 0,
  };
  expect(questionProblems(question, rules)).toEqual([]);
});

it("names what is missing, doubled and too long, with the letters", () => {
  const question = {
    format: "single_choice",
    stem: "one two three four five six",
    options: ["Same", " same ", ""],
    answer: null,
  };
  expect(questionProblems(question, rules)).toEqual([
    { kind: "longStem" },
    { kind: "emptyOptions", letters: "C" },
    { kind: "sameOptions", letters: "A, B" },
    { kind: "noKey" },
  ]);
});

it("counts characters without white space", () => {
  const question = {
    format: "single_choice",
    stem: "What?",
    options: ["图 像 含 义", "图像含义深", "x"],
    answer: 2,
  };
  expect(questionProblems(question, rules)).toEqual([{ kind: "longOptions", letters: "B" }]);
});
