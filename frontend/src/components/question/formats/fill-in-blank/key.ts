import type { Answer } from "../types";

/** What is accepted in a blank; the first is the one that is shown. */
export interface BlankKey {
  accepted: readonly string[];
  /** How far a number may be from an accepted one. */
  tolerance: number | null;
  unit: string;
}

/** The key as the form shows it: one empty line where there is none. */
export function blankKeyOf(answer: Answer): BlankKey {
  const given: Partial<BlankKey> = typeof answer === "object" && answer !== null ? answer : {};
  const accepted = given.accepted ?? [];
  return {
    accepted: accepted.length > 0 ? accepted : [""],
    tolerance: given.tolerance ?? null,
    unit: given.unit ?? "",
  };
}

export function spokenKey(answer: Answer): string {
  const { accepted, tolerance, unit } = blankKeyOf(answer);
  const texts = accepted.filter((text) => text.trim()).join(" / ");
  const within = tolerance === null ? "" : ` (±${String(tolerance)})`;
  return [texts, unit].filter(Boolean).join(" ") + within;
}

/** The number that is typed, whichever sign stands for the point; null where there is none. */
export function numberIn(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
