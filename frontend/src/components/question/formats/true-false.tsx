import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";

import { OptionRows } from "./option-rows";
import type { AnswerFormProps, KeyFormProps, QuestionFormat } from "./types";

const VALUES = [true, false] as const;

/** The key is a boolean. */
export const trueFalse: QuestionFormat = {
  id: "true_false",
  hasOptions: false,
  hasSeveralKeys: false,
  isTyped: false,
  keyProblem: (key) => (typeof key === "boolean" ? null : "noTruth"),
  isOrdered: false,
  marked: () => [],
  toggled: (answer) => answer,
  isAnswered: (answer) => typeof answer === "boolean",
  spoken: (key, words) => (typeof key === "boolean" ? words[key ? "true" : "false"] : ""),
  KeyForm: TrueFalseKey,
  AnswerForm: TrueFalseAnswer,
};

function TrueFalseKey({ value, onChange, errors }: KeyFormProps) {
  const { t } = useTranslation();
  return (
    <ChipChoice
      label={t("question.truth")}
      options={[
        { value: "true", label: t("question.true") },
        { value: "false", label: t("question.false") },
      ]}
      value={typeof value === "boolean" ? (value ? "true" : "false") : null}
      error={errors[""]}
      onChange={(chosen) => {
        onChange(chosen === "true");
      }}
    />
  );
}

function TrueFalseAnswer({ value, onChange, onConfirm }: AnswerFormProps) {
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
