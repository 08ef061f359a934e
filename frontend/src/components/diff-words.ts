import { diffArrays } from "diff";

export interface DiffPart {
  kind: "same" | "deleted" | "inserted";
  text: string;
}

const HAN = /\p{Script=Han}/u;

/** Split into words and the spaces between; Chinese has no spaces and needs a dictionary. */
function wordsOf(text: string, language: "en" | "zh"): string[] {
  const tag = HAN.test(text) ? "zh" : language;
  const segmenter = new Intl.Segmenter(tag, { granularity: "word" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Fewer words and spaces are not worth an ellipsis. */
const LEAST_CUT = 4;

/**
 * Shorten the unchanged parts to the words next to a difference, `around` words and spaces on each
 * side. A text without a difference keeps its beginning.
 */
export function shortenUnchangedParts(
  parts: readonly DiffPart[],
  around: number,
  language: "en" | "zh",
): DiffPart[] {
  return parts.map((part, index) => {
    if (part.kind !== "same") return part;
    const words = wordsOf(part.text, language);
    const isFirst = index === 0;
    const isLast = index === parts.length - 1;
    const head = isFirst && !isLast ? 0 : isFirst ? 4 * around : around;
    const tail = isLast ? 0 : around;
    if (words.length < head + tail + LEAST_CUT) return part;
    const before = words.slice(0, head).join("").trimEnd();
    const after = words
      .slice(words.length - tail)
      .join("")
      .trimStart();
    const text = [before, after].filter(Boolean);
    return {
      ...part,
      text: isFirst && !isLast ? `… ${after}` : isLast ? `${before} …` : text.join(" … "),
    };
  });
}

/** Removed, added and unchanged parts, in reading order. */
export function diffWords(before: string, after: string, language: "en" | "zh"): DiffPart[] {
  return diffArrays(wordsOf(before, language), wordsOf(after, language)).map((change) => ({
    kind: change.added ? "inserted" : change.removed ? "deleted" : "same",
    text: change.value.join(""),
  }));
}
