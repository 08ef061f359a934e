import type { components } from "@/api/generated";

import type { Backend, Leaderboard, LeaderboardRow, Tally } from "./api";

type Release = Pick<components["schemas"]["Release"], "version" | "status">;

/** The versions that may have runs: published ones, and previews (without images). */
export function versionsWithRuns<R extends Release>(releases: readonly R[]): R[] {
  return releases.filter(({ status }) => ["published", "yanked", "previewed"].includes(status));
}

/** The requested version, else the newest that is not withdrawn, else the newest. */
export function versionShown(
  releases: readonly Release[],
  asked: string | undefined,
): string | undefined {
  const found =
    releases.find(({ version }) => version === asked) ??
    releases.find(({ status }) => status === "published") ??
    releases[0];
  return found?.version;
}

/** Needs no model and shows what a score is worth. */
export function isBaseline(backend: Backend): backend is Baseline {
  return backend === "random" || backend === "frequent";
}

type Baseline = "random" | "frequent";

/** The settings in which any model or imported person has a score, in protocol order. */
export function settingsWithScores({
  settings,
  rows,
  people,
}: Pick<Leaderboard, "settings" | "rows" | "people">) {
  return settings.filter(({ id }) =>
    [...rows, ...people].some(({ cells }) => cells[id] !== undefined),
  );
}

export function overallTally(row: LeaderboardRow, setting: string): Tally | null {
  return row.cells[setting]?.overall ?? null;
}

/** The best in a setting first; rows without a score come last, in the given order. */
export function rankRows(rows: readonly LeaderboardRow[], setting: string): LeaderboardRow[] {
  const score = (row: LeaderboardRow) => overallTally(row, setting)?.accuracy ?? -1;
  return rows.toSorted((one, other) => score(other) - score(one));
}

/** Ids of the runs with more errors than the protocol allows. */
export function incompleteRuns({ rows }: Pick<Leaderboard, "rows">): ReadonlySet<number> {
  const cells = rows.flatMap((row) => Object.values(row.cells));
  return new Set(cells.filter(({ incomplete }) => incomplete).map(({ run }) => run));
}

/** Key of a row. */
export function rowKey({ backend, model, revision, parameters }: LeaderboardRow): string {
  return [backend, model, revision, parameters].join(" ");
}
