import { Box, Button, Group, Stack } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import type { Dispatch } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { blankQuestion } from "@/components/question/blank-question";
import { PlacedText } from "@/components/question/placed-text";
import type { QuestionText } from "@/components/question/question-text";
import { QuestionView } from "@/components/question/question-view";
import { QuestionOriginsLine } from "@/components/record/question-origins";
import { loadWhenNeeded } from "@/lib/deferred";
import type { Protocol } from "@/lib/protocol/protocol";

import {
  type DecisionAction,
  type CaseDetail,
  type ChosenQuestion,
  type Decision,
  type QuestionContent,
  chosenQuestionText,
} from "../decision";
import { namedSources, originsOfMergedQuestion, usedQuestionNames } from "../merging";
import { MergeOffers } from "./merge-offers";
import classes from "./record-rows.module.css";

const QuestionForm = loadWhenNeeded(
  async () => (await import("@/components/question/question-form")).QuestionForm,
);

interface FinalQuestionsProps {
  given: CaseDetail;
  protocol: Protocol;
  decision: Decision;
  errors: Readonly<Record<string, string>>;
  /** Another field is worked on: unchanged questions are shown by their stems. */
  isFolded: boolean;
  dispatch: Dispatch<DecisionAction>;
}

/** The final questions: used, edited, merged or written. */
export function FinalQuestions({
  given,
  protocol,
  decision,
  errors,
  isFolded,
  dispatch,
}: FinalQuestionsProps) {
  const { t } = useTranslation("adjudicate");
  const { questions: rules } = protocol;
  const chosen = decision.questions;
  const write = () => {
    const { format, fixed, stem, options, answer } = blankQuestion(rules);
    dispatch({ type: "writeQuestion", content: { format, fixed, stem, options, answer } });
  };
  return (
    <Stack gap="0.5rem" align="flex-start">
      <MutedNote>
        {t("questions.limits", {
          count: chosen.length,
          minimum: rules.minimum,
          maximum: rules.maximum,
        })}
      </MutedNote>
      {errors["questions"] && (
        <Box component="p" m={0} c="var(--bad)">
          {errors["questions"]}
        </Box>
      )}
      <ol className={classes.questions}>
        {chosen.map((question, index) => (
          <li key={question.id} className={classes.question}>
            <ChosenOne
              question={question}
              index={index}
              given={given}
              protocol={protocol}
              errors={errorsUnder(errors, `questions.${String(index)}.`)}
              isFolded={isFolded}
              dispatch={dispatch}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconPlus size={16} />}
        disabled={chosen.length >= rules.maximum}
        onClick={write}
      >
        {t("questions.write")}
      </Button>
    </Stack>
  );
}

function ChosenOne({
  question,
  index,
  given,
  protocol,
  errors,
  isFolded,
  dispatch,
}: {
  question: ChosenQuestion;
  index: number;
  given: CaseDetail;
  protocol: Protocol;
  errors: Readonly<Record<string, string>>;
  isFolded: boolean;
  dispatch: Dispatch<DecisionAction>;
}) {
  const { t } = useTranslation("adjudicate");
  const number = index + 1;
  const text = chosenQuestionText(given.records, question);
  const sources = namedSources(given.records, question.sources);
  const origins = originsOfMergedQuestion(text, sources);
  const used = usedQuestionNames(origins);
  const edit = (content: QuestionContent) => {
    dispatch({ type: "editQuestion", id: question.id, content });
  };
  const names = used.join(" + ");
  const origin =
    used.length === 0
      ? t("questions.own")
      : used.length > 1
        ? t("questions.merged", { names })
        : t(question.content ? "questions.edited" : "questions.asIs", { names });
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <span className={classes.origin}>{origin}</span>
        <Group gap={4} wrap="nowrap">
          {!question.content && (
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconPencil size={16} />}
              aria-label={t("questions.editNamed", { number })}
              onClick={() => {
                edit(text);
              }}
            >
              {t("questions.edit")}
            </Button>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            leftSection={<IconTrash size={16} />}
            aria-label={t("questions.removeNamed", { number })}
            onClick={() => {
              dispatch({ type: "dropQuestion", id: question.id });
            }}
          >
            {t("questions.remove")}
          </Button>
        </Group>
      </Group>
      {question.content && sources.length > 1 && (
        <MergeOffers content={question.content} sources={sources} onChange={edit} />
      )}
      {question.content ? (
        <QuestionForm
          label={t("questions.numbered", { number })}
          value={question.content}
          rules={protocol.questions}
          mayChangeFormat={question.sources.length === 0 && question.content.fixed === null}
          fixed={question.content.fixed !== null}
          errors={errors}
          onChange={(value) => {
            edit({ ...text, ...value });
          }}
        />
      ) : (
        <>
          {isFolded ? (
            <Box className="anywhere" component="p" m={0} fw={600}>
              <PlacedText text={text.stem} />
            </Box>
          ) : (
            <QuestionView {...shownOf(text)} />
          )}
          {Object.values(errors).map((error) => (
            <Box key={error} component="p" m={0} c="var(--bad)">
              {error}
            </Box>
          ))}
        </>
      )}
      {question.content && sources.length > 0 && <QuestionOriginsLine origins={origins} />}
    </>
  );
}

const shownOf = ({ format, stem, options, answer }: QuestionText) => ({
  format,
  stem,
  options,
  answer,
});

function errorsUnder(errors: Readonly<Record<string, string>>, prefix: string) {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
