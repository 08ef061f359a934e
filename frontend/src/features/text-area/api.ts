import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type TextHistogram = components["schemas"]["TextHistogram"];
export type TextImage = components["schemas"]["TextImage"];
export type TextPreview = components["schemas"]["TextPreview"];

/** What has to be so sure and so long to count as read. */
export interface Reading {
  confidence: number;
  minimum_characters: number;
}

/** Other parameters that were tried and are not in force. */
export interface Trial {
  id: number;
  reading: Reading;
}

export function trialOf({ preview }: TextHistogram): Trial | undefined {
  return preview ? { id: preview.id, reading: preview.parameters as Reading } : undefined;
}

export const histogramOptions = (slug: string, trial?: Trial) =>
  $api.queryOptions("get", "/api/projects/{slug}/text-area/", {
    params: { path: { slug }, query: trial && { preview: trial.id } },
  });

/** What `threshold` would change; while the answer comes, the last one stays. */
export function usePreview(slug: string, threshold: number, trial?: Trial) {
  return useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/text-area/preview/", {
      params: { path: { slug }, query: { threshold, ...(trial && { preview: trial.id }) } },
    }),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

/** After what may have changed anything of the project. A trial never changes: it begins,
 * and once it is applied or dropped the server knows it no more. */
function useEverythingAnew() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [, path, init] }) =>
        String(path).startsWith("/api/projects/{slug}/") && !isOfTrial(init),
    });
}

function isOfTrial(init: unknown): boolean {
  const asked = init as { params?: { query?: { preview?: number } } } | undefined;
  return asked?.params?.query?.preview !== undefined;
}

export function useApply() {
  return $api.useMutation("post", "/api/projects/{slug}/text-area/apply/", {
    onSuccess: useEverythingAnew(),
  });
}

export function useTrialBegin() {
  return $api.useMutation("post", "/api/projects/{slug}/text-area/previews/", {
    onSuccess: useEverythingAnew(),
  });
}

export function useTrialApply() {
  return $api.useMutation("post", "/api/projects/{slug}/text-area/previews/{run_id}/apply/", {
    onSuccess: useEverythingAnew(),
  });
}

export function useTrialDrop() {
  return $api.useMutation("delete", "/api/projects/{slug}/text-area/previews/{run_id}/", {
    onSuccess: useEverythingAnew(),
  });
}
