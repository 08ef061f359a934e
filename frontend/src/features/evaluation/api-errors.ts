import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

export type AnalysisDetail = components["schemas"]["AnalysisDetail"];
export type ErrorSample = components["schemas"]["ErrorSample"];

const ANALYSES = "/api/projects/{slug}/evaluation/analyses/";
const MARKING = "/api/projects/{slug}/evaluation/marking/";

/** Error analyses and ratings that this person may mark. */
export const markingOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/marking/", {
    params: { path: { slug } },
  });

export function useAnalyses(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/analyses/",
    { params: { path: { slug } } },
    { ...keysetPagination, throwOnError: true },
  );
}

export const analysisOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/analyses/{analysis_id}/", {
    params: { path: { slug, analysis_id: id } },
  });

/** The responses of an analysis, in the order of sampling. */
export function useErrorSamples(slug: string, id: number) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/analyses/{analysis_id}/samples/",
    { params: { path: { slug, analysis_id: id } } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
  );
}

export function useDrawAnalysis() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/analyses/", {
    meta: { outdates: [ANALYSES] },
  });
}

export function useMarkError() {
  return $api.useMutation(
    "put",
    "/api/projects/{slug}/evaluation/analyses/{analysis_id}/samples/{sample_id}/mark/",
    { meta: { outdates: [ANALYSES, MARKING] } },
  );
}

const analysisUrl = (slug: string, id: number) =>
  `/api/projects/${slug}/evaluation/analyses/${String(id)}/`;

export const sheetUrl = (slug: string, id: number) => `${analysisUrl(slug, id)}sheet/`;

export const ERROR_FILES = ["latex", "csv", "svg", "pdf"] as const;

/** The shares of the kinds of errors as a table or a chart. */
export function errorFileUrl(slug: string, id: number, kind: (typeof ERROR_FILES)[number]) {
  const part = kind === "latex" || kind === "csv" ? "table" : "figure";
  return `${analysisUrl(slug, id)}${part}/${kind}/`;
}
