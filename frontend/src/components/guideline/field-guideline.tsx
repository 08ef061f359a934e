import { Box, Group, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { SideLined } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import type { ProtocolField, QuestionRules } from "@/lib/protocol/protocol";

import { blocksOf } from "./blocks";
import { GuidelineBlock } from "./guideline-text";
import classes from "./guideline.module.css";

interface FieldGuidelineProps {
  field: ProtocolField | null;
  /** Instead of a field: the rules for questions. */
  questions?: QuestionRules | null;
}

/** The guideline of one field: its help, each choice, examples. */
export function FieldGuideline({ field, questions = null }: FieldGuidelineProps) {
  const { t } = useTranslation();
  const { pick } = useLocale();
  if (questions) {
    return (
      <div className={classes.field}>
        <Box component="h3" m="0 0 0.25rem" fz="1rem" fw={600}>
          {t("guideline.questions")}
        </Box>
        <p>{t("guideline.questionsText", { count: questions.options })}</p>
      </div>
    );
  }
  if (!field) return null;
  const choices = field.kind === "label" ? field.choices.filter(({ help }) => help) : [];
  return (
    <div className={classes.field}>
      <Box component="h3" m="0 0 0.25rem" fz="1rem" fw={600}>
        {pick(field.title)}
      </Box>
      {field.help && <p>{pick(field.help)}</p>}
      {choices.length > 0 && (
        <Stack component="dl" gap="0.25rem" maw="75ch" mb="0.5rem">
          {choices.map(({ id, title, help }) => (
            <Group key={id} gap="0.6rem" align="stretch" wrap="nowrap">
              <Box component="dt" flex="none" fw={600}>
                {pick(title)}
              </Box>
              <Box component="dd" c="dimmed">
                {pick(help)}
              </Box>
            </Group>
          ))}
        </Stack>
      )}
      {(field.examples ?? []).map((example, index) => (
        <SideLined key={index} line="var(--line-strong)" ps="0.75rem">
          <strong>{t("guideline.example")}</strong>
          {blocksOf(pick(example)).map((block, at) => (
            <GuidelineBlock key={at} block={block} />
          ))}
        </SideLined>
      ))}
    </div>
  );
}
