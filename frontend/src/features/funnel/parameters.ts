import type { Format } from "@/lib/i18n/format";

const NAMED = ["radius", "similarity", "threshold", "confidence", "minimum_characters"] as const;
const SHARES: readonly string[] = ["similarity", "threshold", "confidence"];

/** The parameters of a run that mean something to a reader, each with its value in words. */
export function inWords(
  parameters: Readonly<Record<string, unknown>>,
  format: Pick<Format, "number" | "percent">,
): [(typeof NAMED)[number], string][] {
  return NAMED.flatMap((name): [(typeof NAMED)[number], string][] => {
    const value = parameters[name];
    if (typeof value !== "number") return [];
    return [[name, SHARES.includes(name) ? format.percent(value, 0) : format.number(value)]];
  });
}
