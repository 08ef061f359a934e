import type { Answer } from "./types";

/** The indices of the options in a key or an answer. */
export function chosenOptionIndices(answer: Answer): readonly number[] {
  return Array.isArray(answer) ? answer.filter((one) => typeof one === "number") : [];
}

/** Add or remove the option; null if none is left. */
export function toggleOption(answer: Answer, option: number): readonly number[] | null {
  const chosen = new Set(chosenOptionIndices(answer));
  if (!chosen.delete(option)) chosen.add(option);
  return chosen.size === 0 ? null : [...chosen].sort((one, other) => one - other);
}
