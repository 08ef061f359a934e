import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type RunComparison = components["schemas"]["Comparison"];
export type Difference = components["schemas"]["PairedDifference"];
export type SettingEffect = components["schemas"]["Effect"];
export type ScoredRun = components["schemas"]["ScoredRun"];
export type ReleasesCompared = components["schemas"]["ReleaseComparison"];
export type PaperTable = components["schemas"]["PaperTable"];
export type ShortcutBaseline = components["schemas"]["ShortcutBaseline"];
export type ShortcutBaselines = components["schemas"]["ShortcutBaselines"];
export type LabelErrorCandidate = components["schemas"]["LabelErrorCandidate"];
export type ConfusionMatrix = components["schemas"]["ConfusionMatrix"];

/** A run compared with another one. */
export const comparedOptions = (slug: string, one: number, other: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/runs/{run_id}/against/{other_id}/", {
    params: { path: { slug, run_id: one, other_id: other } },
  });

/** A run compared with people who answered the same questions. */
export const peopleComparedOptions = (slug: string, run: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/runs/{run_id}/against-people/", {
    params: { path: { slug, run_id: run } },
  });

export const effectsOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/effects/{version}/", {
    params: { path: { slug, version } },
  });

export const releasesComparedOptions = (slug: string, before: string, after: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/releases/{before}/{after}/", {
    params: { path: { slug, before, after } },
  });

export const confusionOptions = (slug: string, run: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/runs/{run_id}/confusion/", {
    params: { path: { slug, run_id: run } },
  });

export const shortcutBaselinesOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/probes/{version}/", {
    params: { path: { slug, version } },
  });

export const labelErrorCandidatesOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/suspects/{version}/", {
    params: { path: { slug, version } },
  });

export function useReturnQuestion() {
  return $api.useMutation(
    "post",
    "/api/projects/{slug}/evaluation/suspects/{version}/{question}/",
    { meta: { outdates: ["/api/projects/{slug}/evaluation/suspects/"] } },
  );
}

export function useImageDependenceCheck() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/probes/{version}/{question}/", {
    meta: { outdates: ["/api/projects/{slug}/evaluation/probes/"] },
  });
}

/** How tables and figures are printed. */
export interface TablePrintOptions {
  /** Without one, texts are in the language of the benchmark. */
  language?: "en" | "zh" | undefined;
  /** Leave out runs with more errors than the protocol allows. */
  complete?: true | undefined;
}

function queryOf({ language, complete }: TablePrintOptions) {
  return { ...(language && { language }), ...(complete && { complete_only: true }) };
}

function searchOf(printing: TablePrintOptions): string {
  const query = Object.entries(queryOf(printing)).map(([key, value]) => `${key}=${String(value)}`);
  return query.length > 0 ? `?${query.join("&")}` : "";
}

export const tablesOptions = (slug: string, version: string, printing: TablePrintOptions) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/tables/{version}/", {
    params: { path: { slug, version }, query: queryOf(printing) },
  });

/** The charts of a release that have numbers. */
export const figuresOptions = (slug: string, version: string, printing: TablePrintOptions) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/figures/{version}/", {
    params: { path: { slug, version }, query: queryOf(printing) },
  });

export const FIGURE_FORMS = ["svg", "pdf", "csv"] as const;

export function figureUrl(
  slug: string,
  version: string,
  id: string,
  form: (typeof FIGURE_FORMS)[number],
  printing: TablePrintOptions,
): string {
  return `/api/projects/${slug}/evaluation/figures/${version}/${id}/${form}/${searchOf(printing)}`;
}

export function tablesUrl(
  slug: string,
  version: string,
  format: string,
  printing: TablePrintOptions,
): string {
  return `/api/projects/${slug}/evaluation/tables/${version}/${format}/${searchOf(printing)}`;
}
