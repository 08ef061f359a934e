import { useTranslation } from "react-i18next";

import { OptionRows } from "../option-rows";
import type { AnswerFormProps } from "../types";

const VALUES = [true, false] as const;

export function TrueFalseAnswer({ value, onChange, onConfirm }: AnswerFormProps) {
  const { t } = useTranslation();
  return (
    <OptionRows
      options={[t("question.true"), t("question.false")]}
      isChosen={(index) => value === VALUES[index]}
      onChoose={(index) => {
        onChange(VALUES[index]);
      }}
      onConfirm={onConfirm}
    />
  );
}
