import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { PROJECT } from "@/lib/api/outdate";

export type Histogram = components["schemas"]["StageHistogram"];
export type MeasuredImage = components["schemas"]["MeasuredImage"];

/** Values of parameters by name. */
export type Values = Readonly<Record<string, number>>;

/** Other parameters that were measured but not applied. */
export interface Preview {
  id: number;
  parameters: Readonly<Record<string, unknown>>;
}

export function previewOf({ preview }: Histogram): Preview | undefined {
  return preview
    ? { id: preview.id, parameters: (preview.parameters ?? {}) as Preview["parameters"] }
    : undefined;
}

/** Return the numbers among the parameters, by name. */
export function valuesOf(
  names: readonly string[],
  parameters: Readonly<Record<string, unknown>>,
): Values {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = parameters[name];
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
}

/** A preview never changes; once it is applied or dropped, the server does not know it. */
const freshness = (preview: Preview | undefined) =>
  preview ? { staleTime: "static" as const } : {};

export const histogramOptions = (slug: string, stage: string, measure: string, preview?: Preview) =>
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
export function useEffects(
  slug: string,
  stage: string,
  measure: string,
  threshold: number,
  preview?: Preview,
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

const CHANGES_PROJECT = { outdates: [PROJECT] } as const;

export function useApply() {
  return $api.useMutation("post", "/api/projects/{slug}/stages/{stage_id}/apply/", {
    meta: CHANGES_PROJECT,
  });
}

export function usePreviewBegin() {
  return $api.useMutation("post", "/api/projects/{slug}/stages/{stage_id}/previews/", {
    meta: CHANGES_PROJECT,
  });
}

export function usePreviewApply() {
  return $api.useMutation(
    "post",
    "/api/projects/{slug}/stages/{stage_id}/previews/{run_id}/apply/",
    { meta: CHANGES_PROJECT },
  );
}

export function usePreviewDrop() {
  return $api.useMutation("delete", "/api/projects/{slug}/stages/{stage_id}/previews/{run_id}/", {
    meta: CHANGES_PROJECT,
  });
}
