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

/** Removed, added and unchanged parts, in reading order. */
export function diffWords(before: string, after: string, language: "en" | "zh"): DiffPart[] {
  return diffArrays(wordsOf(before, language), wordsOf(after, language)).map((change) => ({
    kind: change.added ? "inserted" : change.removed ? "deleted" : "same",
    text: change.value.join(""),
  }));
}
