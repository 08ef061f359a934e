import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { type Locale, LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { Knowledge } from "./knowledge";

/** Choice of a person's languages, and of skills if the protocol names any. */
export function KnowledgeChoice({
  slug,
  value,
  onChange,
}: {
  slug: string;
  value: Knowledge;
  onChange: (value: Knowledge) => void;
}) {
  const { t } = useTranslation();
  const { pick } = useLocale();
  const skills = useProtocol(slug).annotation.skills ?? [];
  return (
    <>
      <ChipChoice<Locale>
        multiple
        label={t("knowledge.languages")}
        hint={t("knowledge.languagesHint")}
        options={LOCALES.map((one) => ({ value: one, label: LOCALE_NAMES[one] }))}
        value={value.languages}
        onChange={(languages) => {
          onChange({ ...value, languages });
        }}
      />
      {skills.length > 0 && (
        <ChipChoice
          multiple
          label={t("knowledge.skills")}
          hint={t("knowledge.skillsHint")}
          options={skills.map(({ id, title }) => ({ value: id, label: pick(title) }))}
          value={value.skills}
          onChange={(chosen) => {
            onChange({ ...value, skills: chosen });
          }}
        />
      )}
    </>
  );
}
