import type { QuestionFormat } from "../types";
import { TrueFalseAnswer } from "./answer-form";
import { TrueFalseKey } from "./key-form";

/** The key is a boolean. */
export const trueFalse: QuestionFormat = {
  id: "true_false",
  hasOptions: false,
  hasSeveralKeys: false,
  keyProblem: (key) => (typeof key === "boolean" ? null : "noTruth"),
  holds: () => false,
  toggled: (answer) => answer,
  isAnswered: (answer) => typeof answer === "boolean",
  spoken: (key, words) => (typeof key === "boolean" ? words[key ? "true" : "false"] : ""),
  KeyForm: TrueFalseKey,
  AnswerForm: TrueFalseAnswer,
};
