import { Box } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { Bar } from "@/components/charts/bar";
import { MutedNote, PlainList } from "@/components/layout/primitives";
import { optionLetter } from "@/lib/protocol/protocol";

import { getQuestionFormat } from "./formats/registry";
import { useSpokenKey } from "./formats/use-spoken-key";
import { PlacedText } from "./placed-text";
import classes from "./validator-answers.module.css";

type AnsweredQuestion = Pick<
  components["schemas"]["Dissent"],
  "answers" | "format" | "options" | "answer"
>;

/** How many validators chose each option, or what they wrote. */
export function ValidatorAnswers({ question }: { question: AnsweredQuestion }) {
  const { t } = useTranslation("rework");
  const spoken = useSpokenKey();
  const { answers, format, options, answer: key } = question;
  if (answers.length === 0) return null;
  const kind = getQuestionFormat(format);
  const none = answers.find(({ answer }) => answer === null)?.count ?? 0;
  const asked = answers.reduce((sum, { count }) => sum + count, 0);
  const rows = kind.hasOptions
    ? options.map((option, at) => ({
        name: optionLetter(at),
        text: option,
        isKey: kind.marked(key).includes(at),
        count: answers
          .filter(({ answer }) => kind.marked(answer).includes(at))
          .reduce((sum, { count }) => sum + count, 0),
      }))
    : answers
        .filter(({ answer }) => answer !== null)
        .map(({ answer, count }) => ({
          name: "",
          text: typeof answer === "string" ? answer : spoken(format, answer),
          isKey: false,
          count,
        }));
  return (
    <section aria-label={t("answers.title")} className={classes.answers}>
      <Box component="h3" m="0 0 0.35rem" fz="1rem" fw={600}>
        {t("answers.title")}
      </Box>
      <PlainList gap="0.3rem">
        {rows.map(({ name, text, isKey, count }) => (
          <li key={name + text} data-chosen={count > 0 || undefined}>
            <Box component="span" fw={600}>
              {name}
            </Box>
            <Box className="anywhere" component="span">
              <PlacedText text={text} />
              {isKey && (
                <span className={classes.key}>
                  <IconCheck size={16} aria-hidden="true" /> {t("answers.key")}
                </span>
              )}
            </Box>
            <Bar
              visibleFrom="sm"
              style={{ alignSelf: "center" }}
              share={count / asked}
              h="0.5rem"
              bdrs="3px"
              bg="var(--line)"
              aria-hidden="true"
            />
            <Box className="tabular nowrap" component="span" ta="end">
              {t("answers.of", { count, asked })}
            </Box>
          </li>
        ))}
      </PlainList>
      {none > 0 && <MutedNote mt="0.35rem">{t("answers.none", { count: none })}</MutedNote>}
    </section>
  );
}
