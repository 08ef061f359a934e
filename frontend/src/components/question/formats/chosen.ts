import type { Answer } from "./types";

/** The indices of the options in a key or an answer. */
export function chosenIn(answer: Answer): readonly number[] {
  return Array.isArray(answer) ? answer.filter((one) => typeof one === "number") : [];
}

/** With the option if it was not there, without it if it was; null without any. */
export function toggled(answer: Answer, option: number): readonly number[] | null {
  const chosen = new Set(chosenIn(answer));
  if (!chosen.delete(option)) chosen.add(option);
  return chosen.size === 0 ? null : [...chosen].sort((one, other) => one - other);
}
