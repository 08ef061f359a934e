import { letterOf } from "@/lib/protocol/protocol";

import type { QuestionFormat } from "../types";
import { SingleChoiceAnswer } from "./answer-form";

/** The key is the index of the right option. */
export const singleChoice: QuestionFormat = {
  id: "single_choice",
  hasOptions: true,
  hasSeveralKeys: false,
  keyProblem: (key) => (typeof key === "number" ? null : "noKey"),
  holds: (answer, option) => answer === option,
  toggled: (_, option) => option,
  isAnswered: (answer) => typeof answer === "number",
  spoken: (key) => (typeof key === "number" ? letterOf(key) : ""),
  KeyForm: null,
  AnswerForm: SingleChoiceAnswer,
};
