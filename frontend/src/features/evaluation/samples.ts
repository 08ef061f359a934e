import type { RunDetail, Sample } from "./api";
import type { RunSearch } from "./search";

/**
 * Position of the requested sample among the loaded ones: the first if none is requested or it is
 * not in the list, undefined while it may still load.
 */
export function positionOfSample(
  rows: readonly Pick<Sample, "id">[],
  asked: number | undefined,
  mayCome: boolean,
): number | undefined {
  if (rows.length === 0) return undefined;
  if (asked === undefined) return 0;
  const found = rows.findIndex(({ id }) => id === asked);
  if (found >= 0) return found;
  return mayCome ? undefined : 0;
}

/** Number of samples that a filter leaves, by the scores; undefined if unknown. */
export function countFilteredSamples(
  run: Pick<RunDetail, "overall" | "result">,
  { outcome, field, choice, key, letter, side }: RunSearch,
): number | undefined {
  if (key ?? letter ?? side) return undefined;
  const slices = run.result?.scores?.slices;
  const tally = field && choice ? slices?.[field]?.[choice] : run.overall;
  return tally?.[outcome ?? "n"];
}

/** Marks of an option: key, chosen, both, or neither. */
export type OptionMark = "right" | "key" | "chosen" | "none";

export function optionMark(
  letter: string,
  { answer, letter: chosen }: Pick<Sample, "answer" | "letter">,
): OptionMark {
  const isChosen = chosen.includes(letter);
  if (answer.includes(letter)) return isChosen ? "right" : "key";
  return isChosen ? "chosen" : "none";
}
