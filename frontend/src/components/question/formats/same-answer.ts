import type { Answer } from "./types";

/** Return whether two keys or answers are equal, ignoring the order of their fields. */
export function sameAnswer(one: Answer, other: Answer): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function inOrder(answer: Answer): Answer {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer ?? null;
  return Object.entries(answer).sort(([one], [other]) => (one < other ? -1 : 1));
}
