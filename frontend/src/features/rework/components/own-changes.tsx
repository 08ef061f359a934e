import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FactList } from "@/components/layout/facts";
import { MutedText } from "@/components/layout/primitives";
import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { sameAnswer } from "@/components/question/formats/same-answer";
import type { QuestionText } from "@/components/question/question-text";
import { WordDiff } from "@/components/word-diff";
import { optionLetter } from "@/lib/protocol/protocol";

import type { ReworkQuestion } from "../api";
import classes from "./own-changes.module.css";

interface OwnChangesProps {
  before: ReworkQuestion;
  after: QuestionText;
}

/** The person's changes, beside the earlier text. */
export function OwnChanges({ before, after }: OwnChangesProps) {
  const { t } = useTranslation(["rework", "common"]);
  const spoken = useSpokenKey();
  const parts = [
    { name: t("common:question.stem"), was: before.stem, is: after.stem },
    ...before.options.map((option, at) => ({
      name: optionLetter(at),
      was: option,
      is: after.options[at] ?? "",
    })),
  ].filter(({ was, is }) => was !== is.trim());
  if (!sameAnswer(before.answer, after.answer)) {
    const was = spoken(before.format, before.answer);
    const is = spoken(after.format, after.answer);
    parts.push({ name: t("common:question.key"), was, is });
  }
  if (parts.length === 0) return null;
  return (
    <section aria-label={t("changes.title")} className={classes.changes}>
      <Box component="h3" m="0 0 0.35rem" fz="1rem" fw={600}>
        {t("changes.title")}
      </Box>
      <FactList display="grid" style={{ gap: "0.6rem" }}>
        {parts.map(({ name, was, is }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <MutedText display="block" fz="0.9375rem">
                {t("changes.before")}
              </MutedText>
              <WordDiff before={was} after={is} side="before" />
            </dd>
            <dd>
              <MutedText display="block" fz="0.9375rem">
                {t("changes.after")}
              </MutedText>
              <WordDiff before={was} after={is} side="after" />
            </dd>
          </div>
        ))}
      </FactList>
    </section>
  );
}
