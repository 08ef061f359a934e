import type { Answer } from "../types";

/** Accepted answers of a blank; the first one is shown. */
export interface BlankKey {
  accepted: readonly string[];
  /** Tolerance of numbers. */
  tolerance: number | null;
  unit: string;
}

/** The key as the form shows it: one empty line without a key. */
export function parseBlankKey(answer: Answer): BlankKey {
  const given: Partial<BlankKey> = typeof answer === "object" && answer !== null ? answer : {};
  const accepted = given.accepted ?? [];
  return {
    accepted: accepted.length > 0 ? accepted : [""],
    tolerance: given.tolerance ?? null,
    unit: given.unit ?? "",
  };
}

export function spokenKey(answer: Answer): string {
  const { accepted, tolerance, unit } = parseBlankKey(answer);
  const texts = accepted.filter((text) => text.trim()).join(" / ");
  const within = tolerance === null ? "" : ` (±${String(tolerance)})`;
  return [texts, unit].filter(Boolean).join(" ") + within;
}

/** Return the typed number with either decimal separator; null if there is none. */
export function parseNumber(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
