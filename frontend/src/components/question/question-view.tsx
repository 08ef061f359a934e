import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { letterOf } from "@/lib/protocol/protocol";

import classes from "./question.module.css";

export interface QuestionViewProps {
  stem: ReactNode;
  options: readonly ReactNode[];
  /** 0-based index of the key; its letter is solid. */
  answer: number | null;
}

/** A question as it reads, with its key in sight. */
export function QuestionView({ stem, options, answer }: QuestionViewProps) {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.stem}>{stem}</p>
      <ol className={classes.options}>
        {options.map((option, index) => (
          <li key={index} className={classes.option} data-key={index === answer || undefined}>
            <span className={classes.letter} data-key={index === answer || undefined}>
              {letterOf(index)}
            </span>
            <span className={classes.words}>
              {option}
              {index === answer && <VisuallyHidden> ({t("question.key")})</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
