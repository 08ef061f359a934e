import { Box, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { optionLetter } from "@/lib/protocol/protocol";

import { PlainList } from "../layout/primitives";
import { getQuestionFormat } from "./formats/registry";
import type { Answer } from "./formats/types";
import { KeyInWords } from "./key-in-words";
import { PlacedText } from "./placed-text";
import classes from "./question.module.css";

export interface QuestionViewProps {
  format: string;
  stem: ReactNode;
  options: readonly ReactNode[];
  /** The key in the form of the format; letters of correct options are solid. */
  answer: Answer;
}

/** A question with its key. */
export function QuestionView({ format, stem, options, answer }: QuestionViewProps) {
  const { t } = useTranslation();
  const kind = getQuestionFormat(format);
  return (
    <div>
      <p className={classes.stem}>{drawn(stem)}</p>
      {kind.hasOptions && (
        <PlainList component="ol" gap="0.35rem">
          {options.map((option, index) => {
            const isKey = kind.marked(answer).includes(index);
            return (
              <li key={index} className={classes.option} data-key={isKey || undefined}>
                <span className={classes.letter} data-key={isKey || undefined}>
                  {optionLetter(index)}
                </span>
                <Box className="anywhere" component="span" flex={1} miw={0}>
                  {drawn(option)}
                  {isKey && <VisuallyHidden> ({t("question.key")})</VisuallyHidden>}
                </Box>
              </li>
            );
          })}
        </PlainList>
      )}
      {(!kind.hasOptions || kind.isOrdered) && <KeyInWords format={format} answer={answer} />}
    </div>
  );
}

/** Texts with their images; elements stay as they are. */
const drawn = (words: ReactNode) =>
  typeof words === "string" ? <PlacedText text={words} /> : words;
