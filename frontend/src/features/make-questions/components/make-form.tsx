import { Box, Chip, Flex, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { MutedText } from "@/components/layout/primitives";
import { ItemImages } from "@/components/image/item-images";
import { ProblemAlert } from "@/components/problem-alert";
import { QuestionForm } from "@/components/question/question-form";
import { filledSentence } from "@/components/record/filled-sentence";
import { $api } from "@/lib/api/client";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import { CHANGES_MADE, type DraftedQuestion, type ToMake } from "../api";
import { makeCommands } from "../commands";
import { isWhole, toggleWord } from "../picked";
import classes from "./make-form.module.css";

interface MakeFormProps {
  slug: string;
  given: ToMake;
  /** Number of waiting items, with this one. */
  left: number;
  onDone: () => void;
}

/** One item: its image, the final caption, and the generated questions to review. */
export function GenerateQuestionsForm({ slug, given, left, onDone }: MakeFormProps) {
  const { t } = useTranslation(["make-questions", "common"]);
  const { format } = useLocale();
  const protocol = useProtocol(slug);
  const [questions, setQuestions] = useState<readonly DraftedQuestion[]>(given.questions);
  const accept = $api.useMutation("post", "/api/projects/{slug}/made-questions/{case_id}/accept/", {
    meta: CHANGES_MADE,
    onSuccess: onDone,
  });
  const errors = isProblem(accept.error) ? accept.error.fieldErrors : {};
  const commands = useCommands(makeCommands, {
    accept: {
      run: () => {
        accept.mutate({
          params: { path: { slug, case_id: given.id } },
          body: {
            version: given.version,
            questions: questions.map(({ fixed, options, answer }) => ({
              fixed,
              options: [...options],
              answer,
            })),
          },
        });
      },
      enabled: questions.every(isWhole) && !accept.isPending,
    },
  });
  const change = (at: number, changed: Partial<DraftedQuestion>) => {
    setQuestions(questions.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  };
  return (
    <div className={classes.columns}>
      <div className={classes.picture}>
        <ItemImages images={given.images} number={given.item_number} />
      </div>
      <div>
        <Flex component="h2" justify="space-between" m="0 0 0.25rem" fz="1.125rem">
          {t("common:item.numbered", { number: given.item_number })}
          <MutedText fz="0.875rem" fw={400}>
            {t("left", { count: left })}
          </MutedText>
        </Flex>
        {protocol.fields.map(
          (field) =>
            field.kind === "sentence" && (
              <Box key={field.id} component="p" m="0 0 1rem" fz="1.125rem">
                {filledSentence(field, given.sentences[field.id] ?? {})}
              </Box>
            ),
        )}
        {questions.map((question, at) => (
          <section key={question.fixed} className={classes.question}>
            <QuestionForm
              label={t("question", { number: at + 1 })}
              value={question}
              rules={protocol.questions}
              fixed
              errors={errorsUnder(errors, `questions.${String(at)}.`)}
              onChange={({ options, answer }) => {
                change(at, { options: [...options], answer });
              }}
            />
            {question.candidates.length > 0 && (
              <div role="group" aria-label={t("candidates.label", { number: at + 1 })}>
                <p className={classes.hint}>
                  {t(given.model ? "candidates.measured" : "candidates.byHand", {
                    model: given.model,
                  })}
                </p>
                <Group gap={6}>
                  {question.candidates.map(({ word, similarity }) => (
                    <Chip
                      key={word}
                      size="sm"
                      variant="outline"
                      checked={question.options.includes(word)}
                      onChange={() => {
                        change(at, { options: [...toggleWord(question.options, word)] });
                      }}
                    >
                      {word}
                      {similarity !== null && ` ${format.number(similarity)}`}
                    </Chip>
                  ))}
                </Group>
              </div>
            )}
          </section>
        ))}
        {accept.error && <ProblemAlert error={accept.error} />}
        <div className={classes.bar}>
          <CommandButton command={commands.accept} loading={accept.isPending} />
        </div>
      </div>
    </div>
  );
}

function errorsUnder(errors: Readonly<Record<string, string>>, prefix: string) {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
