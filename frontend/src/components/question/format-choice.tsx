import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { textFor } from "@/lib/i18n/texts";
import type { QuestionRules } from "@/lib/protocol/protocol";

import { FORMAT_IDS } from "./formats/registry";

interface FormatChoiceProps {
  rules: QuestionRules;
  value: string;
  onChange: (format: string) => void;
}

/** Which kind of question it is, where the protocol leaves a choice. */
export function FormatChoice({ rules, value, onChange }: FormatChoiceProps) {
  const { t } = useTranslation();
  return (
    <ChipChoice
      label={t("question.format")}
      options={rules.formats.map((id) => ({
        value: id,
        label: textFor(id, FORMAT_IDS, (known) => t(`question.formats.${known}`)),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
