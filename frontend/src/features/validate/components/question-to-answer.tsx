import { Box, Textarea } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { MutedNote } from "@/components/layout/primitives";
import { WorkingBar, WorkingPage, WorkingScroll } from "@/components/layout/working-page";
import { ItemImages } from "@/components/image/item-images";
import { SideLined } from "@/components/layout/side-lined";
import { getQuestionFormat } from "@/components/question/formats/registry";
import { PlacedImages } from "@/components/question/placed-images";
import { PlacedText } from "@/components/question/placed-text";
import { ProblemAlert } from "@/components/problem-alert";
import { AskQuestion } from "@/components/talk/ask-question";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { Answer, ValidationAssignment, ValidationProgress } from "../api";
import { validateCommands } from "../commands";
import { ProgressLine } from "./progress-line";
import classes from "./validate.module.css";

interface QuestionToAnswerProps {
  slug: string;
  /** Without an id nothing can be reported, asked or undone: the test set is released. */
  place: Pick<ValidationAssignment, "format" | "stem" | "options" | "images"> & { id?: number };
  progress: ValidationProgress;
  /** The answer before it was undone. */
  before: Answer | undefined;
  pending: boolean;
  error: unknown;
  onAnswer: (answer: Answer) => void;
  onUndo: () => void;
  onReload: () => void;
}

/** Image, question, and options as large rows with a key each. */
export function QuestionToAnswer({
  slug,
  place,
  progress,
  before,
  pending,
  error,
  onAnswer,
  onUndo,
  onReload,
}: QuestionToAnswerProps) {
  const { t } = useTranslation("validate");
  const { pick } = useLocale();
  const { review } = useProtocol(slug);
  const kind = getQuestionFormat(place.format);
  const [chosen, setChosen] = useState<unknown>(before?.chosen ?? null);
  const [issues, setIssues] = useState<string[]>(before?.issues ?? []);
  const [comment, setComment] = useState(before?.comment ?? "");
  const [isReporting, setReporting] = useState(issues.length > 0);
  const [shownAt] = useState(() => performance.now());
  const problem = useRef<HTMLDivElement>(null);

  const inRound = place.id !== undefined;
  const isAnswered = kind.isAnswered(chosen);
  const mayConfirm = (isAnswered || issues.length > 0) && !pending;
  const confirm = {
    run: () => {
      const seconds = Math.round((performance.now() - shownAt) / 100) / 10;
      onAnswer({
        chosen: isAnswered ? chosen : null,
        issues,
        comment: issues.length > 0 ? comment : "",
        seconds,
      });
    },
    enabled: mayConfirm,
  };
  const openReport = () => {
    setReporting(!isReporting);
    if (isReporting) {
      setIssues([]);
    } else {
      requestAnimationFrame(() => {
        problem.current?.querySelector("button")?.focus();
      });
    }
  };
  const report = { run: openReport, enabled: inRound };
  const undo = { run: onUndo, enabled: progress.may_undo && !pending };
  const commands = useCommands(validateCommands, {
    confirm,
    confirmTyping: confirm,
    problem: report,
    problemTyping: report,
    undo,
    undoTyping: undo,
  });
  /** Enter confirms here too; the space bar selects the issue. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (mayConfirm) confirm.run();
  };
  return (
    <PlacedImages images={place.images}>
      <WorkingPage
        columns="minmax(0, 55fr) minmax(28rem, 45fr)"
        image={<ItemImages images={place.images} />}
      >
        <ProgressLine progress={progress} />
        <WorkingScroll
          gap="1rem"
          justifyItems="start"
          padding="3px calc(1.25rem + 3px) 1rem 3px"
          narrowPadding="3px calc(1rem + 3px) 1rem"
        >
          <Box className="anywhere" component="h1" m={0} fz="1.25rem" fw={600} lh="1.4">
            <PlacedText text={place.stem} />
          </Box>
          <kind.AnswerForm
            options={place.options}
            value={chosen}
            onChange={setChosen}
            onConfirm={() => {
              if (mayConfirm) confirm.run();
            }}
          />
          {inRound && (
            <CommandButton
              command={kind.isTyped ? commands.problemTyping : commands.problem}
              variant="subtle"
              color="gray"
              aria-expanded={isReporting}
            />
          )}
          {isReporting && (
            <SideLined
              ref={problem}
              role="presentation"
              line="var(--warn)"
              display="grid"
              w="100%"
              ps="1rem"
              style={{ gap: "0.75rem" }}
              onKeyDown={onEnter}
            >
              <ChipChoice
                label={t("problem.what")}
                multiple
                // The number keys choose options.
                withoutKeys
                options={review.issues.map(({ id, title }) => ({
                  value: id,
                  label: pick(title),
                }))}
                value={issues}
                onChange={setIssues}
              />
              <Textarea
                label={t("problem.comment")}
                autosize
                minRows={2}
                value={comment}
                onChange={(event) => {
                  setComment(event.currentTarget.value);
                }}
              />
              <MutedNote>{t("problem.hint")}</MutedNote>
            </SideLined>
          )}
          {place.id !== undefined && (
            <AskQuestion slug={slug} about={{ place: place.id }} color="gray" />
          )}
          {error != null && (
            <ProblemAlert error={error} onRetry={isProblem(error, 409) ? onReload : undefined} />
          )}
        </WorkingScroll>
        <WorkingBar padding="0.75rem 1.25rem 1.25rem 0">
          {inRound && (
            <CommandButton
              command={kind.isTyped ? commands.undoTyping : commands.undo}
              variant="default"
            />
          )}
          <CommandButton command={commands.confirm} className={classes.confirm} />
        </WorkingBar>
      </WorkingPage>
    </PlacedImages>
  );
}
