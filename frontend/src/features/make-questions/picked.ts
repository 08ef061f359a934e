import type { DraftedQuestion } from "./api";

/** Take a word among the options, or out of them: it fills the first place that is open. */
export function picked(options: readonly string[], word: string): readonly string[] {
  const at = options.indexOf(word);
  if (at >= 0) return options.map((option, index) => (index === at ? "" : option));
  const open = options.findIndex((option) => !option.trim());
  return open < 0 ? options : options.map((option, index) => (index === open ? word : option));
}

/** Whether a question has all its options, each of them once. */
export function isWhole({ options }: Pick<DraftedQuestion, "options">): boolean {
  const texts = options.map((option) => option.trim().toLowerCase());
  return texts.every((text) => text !== "") && new Set(texts).size === texts.length;
}
