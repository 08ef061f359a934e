import type { components } from "@/api/generated";

export type Outcome = Exclude<components["schemas"]["Sample"]["outcome"], "">;

export const OUTCOMES = [
  "correct",
  "incorrect",
  "miss",
  "error",
] as const satisfies readonly Outcome[];
export const TABS = ["result", "samples", "choices", "sheet"] as const;
export const SIDES = ["both", "only_one", "only_other", "neither"] as const;
export const TABLE_FORMATS = ["markdown", "latex", "csv"] as const;
export const TABLE_LANGUAGES = ["en", "zh"] as const;

export type RunTab = (typeof TABS)[number];

export interface EvaluationSearch {
  version?: string;
  setting?: string;
  /** Splits that are scored together, separated by commas. */
  splits?: string;
  /** The label that scores are broken down by. */
  field?: string;
  /** With a column for II-Bench's published extraction rule. */
  published?: true;
}

export interface RunSearch {
  tab?: RunTab;
  outcome?: Outcome | undefined;
  field?: string | undefined;
  choice?: string | undefined;
  /** Letter of the key. */
  key?: string | undefined;
  /** Letter that was read. */
  letter?: string | undefined;
  /** Another run, with a filter by which of the two is correct. */
  against?: number | undefined;
  side?: (typeof SIDES)[number] | undefined;
  /** The open sample. */
  sample?: number | undefined;
}

export interface CompareSearch {
  version?: string | undefined;
  one?: number | undefined;
  /** A run, or the validators. */
  other?: number | "people" | undefined;
}

export interface VersionSearch {
  version?: string;
}

export interface ReleasesSearch {
  before?: string;
  after?: string;
}

export interface TablesSearch {
  version?: string;
  format?: (typeof TABLE_FORMATS)[number] | undefined;
  language?: (typeof TABLE_LANGUAGES)[number] | undefined;
  /** Without runs that have more errors than the protocol allows. */
  complete?: true | undefined;
}

export interface ErrorSearch {
  /** The open response. */
  sample?: number | undefined;
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

function letterOf(value: unknown): string | undefined {
  return typeof value === "string" && /^[A-Z]$/.test(value) ? value : undefined;
}

/** Parse which two are compared. */
export function compareSearch(search: Record<string, unknown>): CompareSearch {
  const version = word(search["version"]);
  const one = id(search["one"]);
  const other = search["other"] === "people" ? "people" : id(search["other"]);
  return { ...(version && { version }), ...(one && { one }), ...(other && { other }) };
}

export function versionSearch(search: Record<string, unknown>): VersionSearch {
  const version = word(search["version"]);
  return version ? { version } : {};
}

export function errorSearch(search: Record<string, unknown>): ErrorSearch {
  const sample = id(search["sample"]);
  return sample ? { sample } : {};
}

export function releasesSearch(search: Record<string, unknown>): ReleasesSearch {
  const before = word(search["before"]);
  const after = word(search["after"]);
  return { ...(before && { before }), ...(after && { after }) };
}

export function tablesSearch(search: Record<string, unknown>): TablesSearch {
  const version = word(search["version"]);
  const format = TABLE_FORMATS.find((one) => one === search["format"]);
  const language = TABLE_LANGUAGES.find((one) => one === search["language"]);
  return {
    ...(version && { version }),
    ...(format && { format }),
    ...(language && { language }),
    ...(search["complete"] === true && { complete: true }),
  };
}

/** An id; a router reads ?choice=3 as a number. */
function word(value: unknown): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text || undefined;
}

/** Parse the state of a leaderboard from its URL; invalid values are dropped. */
export function evaluationSearch(search: Record<string, unknown>): EvaluationSearch {
  const version = word(search["version"]);
  const setting = word(search["setting"]);
  const splits = word(search["splits"]);
  const field = word(search["field"]);
  return {
    ...(version && { version }),
    ...(setting && { setting }),
    ...(splits && { splits }),
    ...(field && { field }),
    ...(search["published"] === true && { published: true }),
  };
}

/** Parse the open part of a run from its URL; a choice without its field is dropped. */
export function runSearch(search: Record<string, unknown>): RunSearch {
  const tab = TABS.find((one) => one === search["tab"]);
  const outcome = OUTCOMES.find((one) => one === search["outcome"]);
  const field = word(search["field"]);
  const choice = word(search["choice"]);
  const key = letterOf(search["key"]);
  const letter = letterOf(search["letter"]);
  const against = id(search["against"]);
  const side = SIDES.find((one) => one === search["side"]);
  const sample = id(search["sample"]);
  return {
    ...(tab && { tab }),
    ...(outcome && { outcome }),
    ...(field && choice && { field, choice }),
    ...(key && { key }),
    ...(letter && { letter }),
    ...(against && side && { against, side }),
    ...(sample && { sample }),
  };
}
