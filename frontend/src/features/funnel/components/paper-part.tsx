import { Box, Skeleton, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { CodeCopy } from "@/components/code-copy";
import { MutedNote } from "@/components/layout/primitives";
import { type Locale, LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";

import { funnelReportOptions } from "../api";
import { TextDownload } from "./download";

const FORMS = ["markdown", "latex", "csv"] as const;
type Form = (typeof FORMS)[number];
const FILES: Readonly<Record<Form, readonly [ending: string, type: string]>> = {
  markdown: ["md", "text/markdown"],
  latex: ["tex", "application/x-tex"],
  csv: ["csv", "text/csv"],
};

/** Paragraph and table for a paper, in the language of the paper. */
export function PaperPart({ slug }: { slug: string }) {
  const { t } = useTranslation("funnel");
  const { locale } = useLocale();
  const [language, setLanguage] = useState<Locale>(locale);
  const [form, setForm] = useState<Form>("markdown");
  const { data } = useQuery(funnelReportOptions(slug, language));
  const [ending, type] = FILES[form];
  return (
    <Box component="section" mt="2.75rem">
      <Title order={2}>{t("paper.title")}</Title>
      <MutedNote mt="0.35rem" mb="md" maw="62ch">
        {t("paper.lead")}
      </MutedNote>
      <Stack gap="md">
        <ChipChoice
          label={t("paper.language")}
          withoutKeys
          options={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          value={language}
          onChange={setLanguage}
        />
        {data ? (
          <CodeCopy label={t("paper.paragraph")} wrap>
            {data.texts.paragraph}
          </CodeCopy>
        ) : (
          <Skeleton height={160} />
        )}
        <ChipChoice
          label={t("paper.form")}
          withoutKeys
          options={FORMS.map((value) => ({ value, label: t(`paper.${value}`) }))}
          value={form}
          onChange={setForm}
        />
        {data && (
          <>
            <CodeCopy label={t(`paper.${form}`)}>{data.texts[form]}</CodeCopy>
            <div>
              <TextDownload
                label={t("paper.download")}
                name={`${slug}-funnel.${language}.${ending}`}
                type={type}
                text={data.texts[form]}
              />
            </div>
          </>
        )}
      </Stack>
    </Box>
  );
}
