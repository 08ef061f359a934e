import { Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { ItemPictures } from "@/components/picture/item-pictures";
import { ProblemAlert } from "@/components/problem-alert";
import { isProblem } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { Kbd } from "@/lib/commands/kbd";
import { useCommandGroup, useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { Answer, Place, Progress } from "../api";
import { validateCommands } from "../commands";
import { ProgressLine } from "./progress-line";
import classes from "./validate.module.css";

interface QuestionToAnswerProps {
  slug: string;
  place: Place;
  progress: Progress;
  /** What I had answered before I took it back. */
  before: Answer | undefined;
  pending: boolean;
  error: unknown;
  onAnswer: (answer: Answer) => void;
  onUndo: () => void;
  onReload: () => void;
}

/** Picture, question, options as large rows; a key each. */
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
  const [chosen, setChosen] = useState<number | null>(before?.chosen ?? null);
  const [issues, setIssues] = useState<string[]>(before?.issues ?? []);
  const [comment, setComment] = useState(before?.comment ?? "");
  const [isReporting, setReporting] = useState(issues.length > 0);
  const [shownAt] = useState(() => performance.now());
  const problem = useRef<HTMLDivElement>(null);

  const mayConfirm = (chosen !== null || issues.length > 0) && !pending;
  const confirm = {
    run: () => {
      const seconds = Math.round((performance.now() - shownAt) / 100) / 10;
      onAnswer({ chosen, issues, comment: issues.length > 0 ? comment : "", seconds });
    },
    enabled: mayConfirm,
  };
  const commands = useCommands(validateCommands, {
    confirm,
    confirmTyping: confirm,
    problem: () => {
      setReporting(!isReporting);
      if (isReporting) {
        setIssues([]);
      } else {
        requestAnimationFrame(() => {
          problem.current?.querySelector("button")?.focus();
        });
      }
    },
    undo: { run: onUndo, enabled: progress.may_undo && !pending },
  });
  useCommandGroup({
    scope: "validate-options",
    title: t("options"),
    inDialog: false,
    commands: place.options.map((_, index) => ({
      id: `validate-options.${String(index)}`,
      scope: "validate-options",
      label: t("choose", { number: index + 1 }),
      keys: [String(index + 1)],
      enabled: index < 9,
      run: () => {
        setChosen(index);
      },
    })),
  });

  return (
    <div className={classes.page}>
      <div className={classes.picture}>
        <ItemPictures images={place.images} />
      </div>
      <div className={classes.panel}>
        <ProgressLine progress={progress} />
        <div className={classes.scroll}>
          <h1 className={classes.stem}>{place.stem}</h1>
          <div role="group" aria-label={t("options")} className={classes.options}>
            {place.options.map((option, index) => (
              <button
                key={index}
                type="button"
                aria-pressed={index === chosen}
                aria-keyshortcuts={String(index + 1)}
                className={classes.option}
                onClick={() => {
                  setChosen(index);
                }}
                onKeyDown={(event) => {
                  // Enter confirms what is chosen; on another option it chooses first.
                  if (event.key === "Enter" && index === chosen && mayConfirm) {
                    event.preventDefault();
                    confirm.run();
                  }
                }}
              >
                <Kbd keys={String(index + 1)} />
                <span className={classes.optionText}>{option}</span>
              </button>
            ))}
          </div>
          <CommandButton
            command={commands.problem}
            variant="subtle"
            color="gray"
            aria-expanded={isReporting}
          />
          {isReporting && (
            <div ref={problem} className={classes.problem}>
              <ChipChoice
                label={t("problem.what")}
                multiple
                options={review.issues.map(({ id, title }) => ({ value: id, label: pick(title) }))}
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
              <p className={classes.hint}>{t("problem.hint")}</p>
            </div>
          )}
          {error != null && (
            <ProblemAlert error={error} onRetry={isProblem(error, 409) ? onReload : undefined} />
          )}
        </div>
        <div className={classes.bar}>
          <CommandButton command={commands.undo} variant="default" />
          <CommandButton command={commands.confirm} className={classes.confirm} />
        </div>
      </div>
    </div>
  );
}
