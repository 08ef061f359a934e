import type { Format } from "@/lib/i18n/format";
import { inUnit, type Stage } from "@/lib/stages/stages";

import type { ExcludedImage } from "./api";

type Measured = Pick<ExcludedImage["exclusion"], "rule" | "value" | "threshold">;

/** The measured value and its threshold, each in the unit of its rule. */
export function measuredInWords(
  { rule, value, threshold }: Measured,
  { reasons }: Pick<Stage, "reasons">,
  format: Pick<Format, "number" | "percent">,
): { value: string; threshold: string } {
  return {
    value: inUnit(value, reasons[rule], format),
    threshold: inUnit(threshold, reasons[rule], format, reasons[rule] === "share" ? 0 : 1),
  };
}
