import type { Format } from "@/lib/i18n/format";

import type { Excluded } from "./api";

type Measured = Pick<Excluded["exclusion"], "rule" | "value" | "threshold">;

const SHARES: readonly Measured["rule"][] = ["text_area", "released"];

/** What was measured and its threshold, each in the unit of its rule. */
export function measuredInWords(
  { rule, value, threshold }: Measured,
  format: Pick<Format, "number" | "percent">,
): { value: string; threshold: string } {
  const inWords = (number: number | null, digits: number) => {
    if (number === null) return "–";
    return SHARES.includes(rule) ? format.percent(number, digits) : format.number(number, 1);
  };
  return { value: inWords(value, 1), threshold: inWords(threshold, 0) };
}
