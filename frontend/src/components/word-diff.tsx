import { useMemo } from "react";

import { useLocale } from "@/lib/i18n/use-locale";

import { diffWords, shortenUnchangedParts } from "./diff-words";
import classes from "./word-diff.module.css";

export interface WordDiffProps {
  before: string;
  after: string;
  /** Language of the text; by default it is detected by Chinese characters. */
  language?: "en" | "zh";
  /** `before` shows the old text with removed words, `after` the new one with added words. */
  side?: "both" | "before" | "after";
  /** Only the differences, and this many words and spaces on each side of them. */
  around?: number;
}

/** The difference of two texts, marked word by word (Chinese: words found by a segmenter). */
export function WordDiff({ before, after, language, side = "both", around }: WordDiffProps) {
  const { locale } = useLocale();
  const parts = useMemo(() => {
    const all = diffWords(before, after, language ?? locale);
    return around === undefined ? all : shortenUnchangedParts(all, around, language ?? locale);
  }, [before, after, language, locale, around]);
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
