import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import type { QuestionRules } from "@/lib/protocol/protocol";

import { useFormatTitle } from "./formats/use-format-title";

interface FormatChoiceProps {
  rules: QuestionRules;
  value: string;
  onChange: (format: string) => void;
}

/** Choice of the question format, if the protocol has several. */
export function FormatChoice({ rules, value, onChange }: FormatChoiceProps) {
  const { t } = useTranslation();
  const formatTitle = useFormatTitle();
  return (
    <ChipChoice
      label={t("question.format")}
      options={rules.formats.map((id) => ({ value: id, label: formatTitle(id) }))}
      value={value}
      onChange={onChange}
    />
  );
}
