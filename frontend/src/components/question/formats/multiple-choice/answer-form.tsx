import { useTranslation } from "react-i18next";

import { OptionRows } from "../option-rows";
import type { AnswerFormProps } from "../types";
import { chosenIn, toggled } from "./chosen";

export function MultipleChoiceAnswer({ options, value, onChange, onConfirm }: AnswerFormProps) {
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
