import { useTranslation } from "react-i18next";

import { letterOf } from "@/lib/protocol/protocol";

import { chosenIn, toggled } from "./chosen";
import { OptionRows } from "./option-rows";
import type { AnswerFormProps, QuestionFormat } from "./types";

/** The key is the list of the indices of the correct options, at least two. */
export const multipleChoice: QuestionFormat = {
  id: "multiple_choice",
  hasOptions: true,
  hasSeveralKeys: true,
  isTyped: false,
  keyProblem: (key) => (chosenIn(key).length < 2 ? "fewKeys" : null),
  isOrdered: false,
  marked: chosenIn,
  toggled,
  isAnswered: (answer) => chosenIn(answer).length > 0,
  spoken: (key) => chosenIn(key).map(letterOf).join(", "),
  KeyForm: null,
  AnswerForm: MultipleChoiceAnswer,
};

function MultipleChoiceAnswer({ options, value, onChange, onConfirm }: AnswerFormProps) {
  const { t } = useTranslation();
  return (
    <OptionRows
      options={options}
      hint={t("question.chooseAll")}
      isChosen={(index) => chosenIn(value).includes(index)}
      onChoose={(index) => {
        onChange(toggled(value, index));
      }}
      onConfirm={onConfirm}
    />
  );
}
