import { useTranslation } from "react-i18next";

import { optionLetter } from "@/lib/protocol/protocol";

import { chosenOptionIndices, toggleOption } from "./chosen";
import { OptionRows } from "./option-rows";
import type { AnswerFormProps, QuestionFormat } from "./types";

/** The key is the list of the indices of the correct options, at least two. */
export const multipleChoice: QuestionFormat = {
  id: "multiple_choice",
  hasOptions: true,
  hasSeveralKeys: true,
  isTyped: false,
  keyProblem: (key) => (chosenOptionIndices(key).length < 2 ? "fewKeys" : null),
  isOrdered: false,
  marked: chosenOptionIndices,
  toggled: toggleOption,
  isAnswered: (answer) => chosenOptionIndices(answer).length > 0,
  spoken: (key) => chosenOptionIndices(key).map(optionLetter).join(", "),
  KeyForm: null,
  AnswerForm: MultipleChoiceAnswer,
};

function MultipleChoiceAnswer({ options, value, onChange, onConfirm }: AnswerFormProps) {
  const { t } = useTranslation();
  return (
    <OptionRows
      options={options}
      hint={t("question.chooseAll")}
      isChosen={(index) => chosenOptionIndices(value).includes(index)}
      onChoose={(index) => {
        onChange(toggleOption(value, index));
      }}
      onConfirm={onConfirm}
    />
  );
}
