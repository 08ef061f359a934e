import { optionLetter } from "@/lib/protocol/protocol";

import { OptionRows } from "./option-rows";
import type { AnswerFormProps, QuestionFormat } from "./types";

/** The key is the index of the correct option. */
export const singleChoice: QuestionFormat = {
  id: "single_choice",
  hasOptions: true,
  hasSeveralKeys: false,
  isTyped: false,
  keyProblem: (key) => (typeof key === "number" ? null : "noKey"),
  isOrdered: false,
  marked: (answer) => (typeof answer === "number" ? [answer] : []),
  toggled: (_, option) => option,
  isAnswered: (answer) => typeof answer === "number",
  spoken: (key) => (typeof key === "number" ? optionLetter(key) : ""),
  KeyForm: null,
  AnswerForm: SingleChoiceAnswer,
};

function SingleChoiceAnswer({ options, value, onChange, onConfirm }: AnswerFormProps) {
  return (
    <OptionRows
      options={options}
      isChosen={(index) => value === index}
      onChoose={onChange}
      onConfirm={onConfirm}
    />
  );
}
