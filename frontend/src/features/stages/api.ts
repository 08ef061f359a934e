import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";

export type Histogram = components["schemas"]["StageHistogram"];
export type MeasuredImage = components["schemas"]["MeasuredImage"];

/** Values of parameters by name. */
export type ParameterValues = Readonly<Record<string, number>>;

/** Other parameters that were measured but not applied. */
export interface StagePreview {
  id: number;
  parameters: Readonly<Record<string, unknown>>;
}

export function previewOfRun({ preview }: Histogram): StagePreview | undefined {
  return preview
    ? { id: preview.id, parameters: (preview.parameters ?? {}) as StagePreview["parameters"] }
    : undefined;
}

/** Return the numbers among the parameters, by name. */
export function numericParameters(
  names: readonly string[],
  parameters: Readonly<Record<string, unknown>>,
): ParameterValues {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = parameters[name];
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
}

/** A preview never changes; once it is applied or dropped, the server does not know it. */
const freshness = (preview: StagePreview | undefined) =>
  preview ? { staleTime: "static" as const } : {};

export const histogramOptions = (
  slug: string,
  stage: string,
  measure: string,
  preview?: StagePreview,
) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/stages/{stage_id}/histogram/",
    {
      params: {
        path: { slug, stage_id: stage },
        query: { ...(measure && { measure }), ...(preview && { preview: preview.id }) },
      },
    },
    freshness(preview),
  );

/** Effects of a `threshold`; the last response stays until there is another. */
export function useThresholdEffects(
  slug: string,
  stage: string,
  measure: string,
  threshold: number,
  preview?: StagePreview,
) {
  return useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/stages/{stage_id}/effects/", {
      params: {
        path: { slug, stage_id: stage },
        query: { measure, threshold, ...(preview && { preview: preview.id }) },
      },
    }),
    ...freshness(preview),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

const CHANGES_PROJECT = { outdates: [ALL_PROJECT_RESOURCES] } as const;

export function useApplyThreshold() {
  return $api.useMutation("post", "/api/projects/{slug}/stages/{stage_id}/apply/", {
    meta: CHANGES_PROJECT,
  });
}

export function useBeginStagePreview() {
  return $api.useMutation("post", "/api/projects/{slug}/stages/{stage_id}/previews/", {
    meta: CHANGES_PROJECT,
  });
}

export function useApplyStagePreview() {
  return $api.useMutation(
    "post",
    "/api/projects/{slug}/stages/{stage_id}/previews/{run_id}/apply/",
    { meta: CHANGES_PROJECT },
  );
}

export function useDropStagePreview() {
  return $api.useMutation("delete", "/api/projects/{slug}/stages/{stage_id}/previews/{run_id}/", {
    meta: CHANGES_PROJECT,
  });
}
