import { Box, Button, Group } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { QuestionForm } from "@/components/question/question-form";
import type { QuestionText } from "@/components/question/question-text";
import { QuestionView } from "@/components/question/question-view";
import { ValidatorAnswers } from "@/components/question/validator-answers";
import type { QuestionRules } from "@/lib/protocol/protocol";

import type { ReworkQuestion } from "../api";
import { OwnChanges } from "./own-changes";
import { ReasonLine } from "./reason-line";
import classes from "./rework.module.css";

interface ReworkQuestionCardProps {
  slug: string;
  number: number;
  question: ReworkQuestion;
  /** Null if it is dropped. */
  value: QuestionText | null | undefined;
  rules: QuestionRules;
  onChange: (value: QuestionText | null) => void;
}

/** A question, the validators' comments, and its form. */
export function ReworkQuestionCard({
  slug,
  number,
  question,
  value,
  rules,
  onChange,
}: ReworkQuestionCardProps) {
  const { t } = useTranslation("rework");
  const { format, stem, options, answer } = question;
  const original = { format, stem, options, answer };
  const mayDrop = question.fixed === "";
  return (
    <section className={classes.question} aria-label={t("question", { number })}>
      <Group justify="space-between">
        <Box component="h2" m={0} fz="1.0625rem">
          {t("question", { number })}
        </Box>
        {value === null ? (
          <Button
            variant="subtle"
            size="compact-md"
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => {
              onChange(original);
            }}
          >
            {t("keep")}
          </Button>
        ) : (
          mayDrop && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-md"
              leftSection={<IconTrash size={16} />}
              onClick={() => {
                onChange(null);
              }}
            >
              {t("drop")}
            </Button>
          )
        )}
      </Group>
      {question.reasons.length > 0 && (
        <ul className={classes.reasons}>
          {question.reasons.map((reason, index) => (
            <li key={index}>
              <ReasonLine slug={slug} reason={reason} />
            </li>
          ))}
        </ul>
      )}
      <ValidatorAnswers question={question} />
      {value ? (
        <QuestionForm
          label={t("question", { number })}
          value={value}
          onChange={onChange}
          rules={rules}
          fixed={question.fixed !== ""}
        />
      ) : (
        <div className={classes.dropped}>
          <p>{t("dropped")}</p>
          <QuestionView {...original} />
        </div>
      )}
      {value && <OwnChanges before={question} after={value} />}
    </section>
  );
}
