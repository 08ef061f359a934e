import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { PROJECT } from "@/lib/api/outdate";

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

/** A trial never changes, and once it is applied or dropped the server knows it no more. */
const freshness = (trial: Trial | undefined) => (trial ? { staleTime: "static" as const } : {});

export const histogramOptions = (slug: string, trial?: Trial) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/text-area/",
    { params: { path: { slug }, query: trial && { preview: trial.id } } },
    freshness(trial),
  );

/** What `threshold` would change; while the answer comes, the last one stays. */
export function usePreview(slug: string, threshold: number, trial?: Trial) {
  return useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/text-area/preview/", {
      params: { path: { slug }, query: { threshold, ...(trial && { preview: trial.id }) } },
    }),
    ...freshness(trial),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const CHANGES_PROJECT = { outdates: [PROJECT] } as const;

export function useApply() {
  return $api.useMutation("post", "/api/projects/{slug}/text-area/apply/", {
    meta: CHANGES_PROJECT,
  });
}

export function useTrialBegin() {
  return $api.useMutation("post", "/api/projects/{slug}/text-area/previews/", {
    meta: CHANGES_PROJECT,
  });
}

export function useTrialApply() {
  return $api.useMutation("post", "/api/projects/{slug}/text-area/previews/{run_id}/apply/", {
    meta: CHANGES_PROJECT,
  });
}

export function useTrialDrop() {
  return $api.useMutation("delete", "/api/projects/{slug}/text-area/previews/{run_id}/", {
    meta: CHANGES_PROJECT,
  });
}
