import { Box, Flex, Group, Stack } from "@mantine/core";
import { IconBulb, IconChevronDown, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import classes from "./section.module.css";

export interface SectionProps {
  /** `labels`, `texts`, `questions.0` … */
  id: string;
  title: string;
  /** Summary in one line, shown when folded. */
  summary: string;
  folded: boolean;
  /** Number of notes inside the folded section. */
  advice: number;
  onUnfold: () => void;
  /** At the right of the title of an open section. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of the form. Once complete and left, it folds into one line that opens it again. */
export function FormSection({
  id,
  title,
  summary,
  folded,
  advice,
  onUnfold,
  actions,
  children,
}: SectionProps) {
  const { t } = useTranslation("annotate");
  const titleId = useId();
  if (folded) {
    return (
      <section data-section={id} className={classes.section} aria-label={title}>
        <button
          type="button"
          data-field={`${id}.folded`}
          aria-expanded={false}
          className={classes.folded}
          onClick={onUnfold}
        >
          <IconCircleCheck className={classes.done} size={20} aria-hidden="true" />
          <span className={classes.name}>{title}</span>
          <span className={classes.summary}>{summary}</span>
          {advice > 0 && (
            <Flex
              display="inline-flex"
              component="span"
              gap="0.25rem"
              align="center"
              flex="none"
              c="dimmed"
              fz="0.9375rem"
            >
              <IconBulb size={17} aria-hidden="true" />
              {t("section.advice", { count: advice })}
            </Flex>
          )}
          <IconChevronDown size={18} aria-hidden="true" />
        </button>
      </section>
    );
  }
  return (
    <section data-section={id} className={classes.section} aria-labelledby={titleId}>
      <Group justify="space-between" wrap="nowrap" mih="2.25rem" pt="md">
        <Box id={titleId} component="h2" m={0} fz="1.125rem" fw={600} lh="1.4">
          {title}
        </Box>
        {actions}
      </Group>
      <Stack gap="1.1rem" p="0.6rem 0 1.4rem">
        {children}
      </Stack>
    </section>
  );
}
