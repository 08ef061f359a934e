import { useMemo } from "react";

import { useLocale } from "@/lib/i18n/use-locale";

import { diffWords } from "./diff-words";
import classes from "./word-diff.module.css";

export interface WordDiffProps {
  before: string;
  after: string;
  /** Language of the text; by default as it looks (Chinese characters or not). */
  language?: "en" | "zh";
  /** `before` shows the old text with what went, `after` the new one with what came. */
  side?: "both" | "before" | "after";
}

/** The difference of two texts, marked word by word (Chinese: by its words, found by segmenter). */
export function WordDiff({ before, after, language, side = "both" }: WordDiffProps) {
  const { locale } = useLocale();
  const parts = useMemo(
    () => diffWords(before, after, language ?? locale),
    [before, after, language, locale],
  );
  return (
    <span className={classes.diff}>
      {parts.map((part, index) => {
        if (part.kind === "deleted") {
          return side === "after" ? null : <del key={index}>{part.text}</del>;
        }
        if (part.kind === "inserted") {
          return side === "before" ? null : <ins key={index}>{part.text}</ins>;
        }
        return <span key={index}>{part.text}</span>;
      })}
    </span>
  );
}
