import type { QuestionFormat } from "../types";
import { BlankAnswer } from "./answer-form";
import { parseBlankKey, spokenKey } from "./key";
import { BlankKeyForm } from "./key-form";

/** The key is the list of accepted answers, with a tolerance and a unit for numbers. */
export const fillInBlank: QuestionFormat = {
  id: "fill_in_blank",
  hasOptions: false,
  hasSeveralKeys: false,
  isTyped: true,
  keyProblem: (key) =>
    parseBlankKey(key).accepted.some((text) => text.trim()) ? null : "noAccepted",
  isOrdered: false,
  marked: () => [],
  toggled: (answer) => answer,
  isAnswered: (answer) => typeof answer === "string" && answer.trim() !== "",
  spoken: (key) => (key === null || key === undefined ? "" : spokenKey(key)),
  KeyForm: BlankKeyForm,
  AnswerForm: BlankAnswer,
};
