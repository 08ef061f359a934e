import { letterOf } from "@/lib/protocol/protocol";

import type { QuestionFormat } from "../types";
import { MultipleChoiceAnswer } from "./answer-form";
import { chosenIn, toggled } from "./chosen";

/** The key is the list of the right options' indices, two at least. */
export const multipleChoice: QuestionFormat = {
  id: "multiple_choice",
  hasOptions: true,
  hasSeveralKeys: true,
  keyProblem: (key) => (chosenIn(key).length < 2 ? "fewKeys" : null),
  holds: (answer, option) => chosenIn(answer).includes(option),
  toggled,
  isAnswered: (answer) => chosenIn(answer).length > 0,
  spoken: (key) => chosenIn(key).map(letterOf).join(", "),
  KeyForm: null,
  AnswerForm: MultipleChoiceAnswer,
};
