import type { Leaderboard } from "./api";
import type { Difference } from "./api-scores";
import { modelNameWithDetails, shortRevision } from "./revision";

/** Probability below which a difference counts as significant. */
const ALPHA = 0.05;

export function isSignificant({ p_adjusted: p }: Pick<Difference, "p_adjusted">): boolean {
  return p !== null && p < ALPHA;
}

/** Half the width of a scale around zero that contains all differences. */
export function differenceScaleHalfWidth(
  all: readonly Pick<Difference, "difference" | "interval">[],
): number {
  const ends = all.flatMap(({ difference, interval }) => [
    Math.abs(difference ?? 0),
    ...(interval ?? []).map(Math.abs),
  ]);
  return Math.max(0.05, ...ends);
}

export interface RunChoice {
  id: number;
  model: string;
  setting: string;
}

/** Scored runs of a leaderboard, the best model first, in the order of the settings. */
export function runChoices({
  rows,
  settings,
}: Pick<Leaderboard, "rows" | "settings">): RunChoice[] {
  return rows.flatMap(({ model, revision, parameters, cells }) =>
    settings.flatMap(({ id }) => {
      const cell = cells[id];
      const name = modelNameWithDetails(model, shortRevision(revision), parameters);
      return cell?.overall ? [{ id: cell.run, model: name, setting: id }] : [];
    }),
  );
}

/** Default comparison: the best run and the next model's in its setting. */
export function defaultPair(choices: readonly RunChoice[]): [RunChoice, RunChoice] | undefined {
  const [first] = choices;
  if (!first) return undefined;
  const second =
    choices.find(({ model, setting }) => model !== first.model && setting === first.setting) ??
    choices[1];
  return second && [first, second];
}
