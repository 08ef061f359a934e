import { Box, Button, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";

import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { PlacedText } from "@/components/question/placed-text";
import { QuestionView } from "@/components/question/question-view";
import { optionLetter } from "@/lib/protocol/protocol";

import { sameAnswer } from "@/components/question/formats/same-answer";

import {
  type DecisionAction,
  type ComparedRecord,
  decidedContent,
  type Decision,
  isQuestionChosen,
} from "../decision";
import classes from "./record-rows.module.css";

interface SideQuestionsProps {
  records: readonly ComparedRecord[];
  side: number;
  decision: Decision;
  maximum: number;
  /** Another field is worked on: only the stems are shown. */
  isFolded: boolean;
  dispatch: Dispatch<DecisionAction>;
}

/** One annotator's questions, each to use or to edit. */
export function SideQuestions(props: SideQuestionsProps) {
  const { records, side, decision, maximum, isFolded, dispatch } = props;
  const { t } = useTranslation("adjudicate");
  const isFull = decision.questions.length >= maximum;
  if (Object.keys(records[side]?.answers ?? {}).length > 0) {
    return <p className={classes.origin}>{t("questions.onlyAnswered")}</p>;
  }
  return (
    <ol className={classes.questions}>
      {records[side]?.questions.map((question, index) => {
        const source = { annotation: side, question: index };
        const taken = isQuestionChosen(decision, source);
        const name = `${optionLetter(side)}${String(index + 1)}`;
        return (
          <li key={question.uid} className={classes.question} data-taken={taken || undefined}>
            {isFolded ? (
              <Box className="anywhere" component="p" m={0} fw={600}>
                <PlacedText text={question.stem} />
              </Box>
            ) : (
              <QuestionView
                format={question.format}
                stem={question.stem}
                options={question.options}
                answer={question.answer}
              />
            )}
            <BlindAnswers records={records} question={question} />
            {taken ? (
              <span className={classes.taken}>
                <IconCheck size={16} aria-hidden="true" /> {t("questions.taken")}
              </span>
            ) : (
              <Group gap="xs">
                <Button
                  variant="light"
                  size="compact-md"
                  disabled={isFull}
                  aria-label={t("questions.takeNamed", { name })}
                  onClick={() => {
                    dispatch({ type: "takeQuestion", source });
                  }}
                >
                  {t("questions.take")}
                </Button>
                <Button
                  variant="subtle"
                  size="compact-md"
                  disabled={isFull}
                  aria-label={t("questions.takeAndEditNamed", { name })}
                  onClick={() => {
                    const content = decidedContent(records, source);
                    dispatch({ type: "writeQuestion", content, sources: [source] });
                  }}
                >
                  {t("questions.takeAndEdit")}
                </Button>
              </Group>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** What the others answered to a question without seeing its key. */
export function BlindAnswers({
  records,
  question,
}: {
  records: readonly ComparedRecord[];
  question: ComparedRecord["questions"][number];
}) {
  const { t } = useTranslation("adjudicate");
  const spoken = useSpokenKey();
  return records.map(({ answers }, side) => {
    const answer: unknown = answers[question.uid];
    if (answer == null) return null;
    const same = sameAnswer(question.answer, answer);
    return (
      <p key={side} className={classes.blind} data-same={same || undefined}>
        {same ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
        {t("questions.answered", {
          letter: optionLetter(side),
          answer: spoken(question.format, answer),
        })}
        {" – "}
        {t(same ? "questions.same" : "questions.other")}
      </p>
    );
  });
}
