import type { Format } from "@/lib/i18n/format";
import { inUnit, type Stage } from "@/lib/stages/stages";

/** The parameters of a run that are numbers of the stage, each with its value in words. */
export function parametersInWords(
  parameters: Readonly<Record<string, unknown>>,
  { units, measures }: Pick<Stage, "units" | "measures">,
  format: Pick<Format, "number" | "percent">,
): [name: string, value: string][] {
  const known: Readonly<Record<string, string>> = {
    ...Object.fromEntries(measures.map(({ threshold, unit }) => [threshold, unit])),
    ...units,
  };
  return Object.entries(known).flatMap(([name, unit]): [string, string][] => {
    const value = parameters[name];
    return typeof value === "number" ? [[name, inUnit(value, unit, format, 0)]] : [];
  });
}
