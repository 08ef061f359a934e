import type { DraftedQuestion } from "./api";

/** Add a word to the options, in the first free place, or remove it. */
export function toggleWord(options: readonly string[], word: string): readonly string[] {
  const at = options.indexOf(word);
  if (at >= 0) return options.map((option, index) => (index === at ? "" : option));
  const open = options.findIndex((option) => !option.trim());
  return open < 0 ? options : options.map((option, index) => (index === open ? word : option));
}

/** Return whether a question has all its options, without repetitions. */
export function isWhole({ options }: Pick<DraftedQuestion, "options">): boolean {
  const texts = options.map((option) => option.trim().toLowerCase());
  return texts.every((text) => text !== "") && new Set(texts).size === texts.length;
}
