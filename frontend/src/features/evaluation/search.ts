import type { components } from "@/api/generated";

export type Outcome = Exclude<components["schemas"]["Sample"]["outcome"], "">;

export const OUTCOMES = [
  "correct",
  "incorrect",
  "miss",
  "error",
] as const satisfies readonly Outcome[];
export const TABS = ["result", "samples", "sheet"] as const;

export type RunTab = (typeof TABS)[number];

export interface EvaluationSearch {
  version?: string;
  setting?: string;
  /** The label that scores are cut by. */
  field?: string;
  /** With a column for II-Bench's published extraction rule. */
  published?: true;
}

export interface RunSearch {
  tab?: RunTab;
  outcome?: Outcome;
  field?: string;
  choice?: string;
  /** The sample that is shown. */
  sample?: number;
}

/** An id; a router reads ?choice=3 as a number. */
function word(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text || undefined;
}

/** Read what a leaderboard shows from its address; what makes no sense is left out. */
export function evaluationSearch(search: Record<string, unknown>): EvaluationSearch {
  const version = word(search["version"]);
  const setting = word(search["setting"]);
  const field = word(search["field"]);
  return {
    ...(version && { version }),
    ...(setting && { setting }),
    ...(field && { field }),
    ...(search["published"] === true && { published: true }),
  };
}

/** Read what of a run is open from its address; a choice without its field is none. */
export function runSearch(search: Record<string, unknown>): RunSearch {
  const tab = TABS.find((one) => one === search["tab"]);
  const outcome = OUTCOMES.find((one) => one === search["outcome"]);
  const field = word(search["field"]);
  const choice = word(search["choice"]);
  const sample = Number(search["sample"]);
  return {
    ...(tab && { tab }),
    ...(outcome && { outcome }),
    ...(field && choice && { field, choice }),
    ...(Number.isInteger(sample) && sample > 0 && { sample }),
  };
}
