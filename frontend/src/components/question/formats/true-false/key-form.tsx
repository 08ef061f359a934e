import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";

import type { KeyFormProps } from "../types";

export function TrueFalseKey({ value, onChange, errors }: KeyFormProps) {
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
