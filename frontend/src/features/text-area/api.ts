import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type TextHistogram = components["schemas"]["TextHistogram"];
export type TextImage = components["schemas"]["TextImage"];
export type TextPreview = components["schemas"]["TextPreview"];

export const histogramOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/text-area/", { params: { path: { slug } } });

/** What `threshold` would change; while the answer comes, the last one stays. */
export function usePreview(slug: string, threshold: number) {
  return useQuery({
    ...$api.queryOptions("get", "/api/projects/{slug}/text-area/preview/", {
      params: { path: { slug }, query: { threshold } },
    }),
    placeholderData: keepPreviousData,
    throwOnError: (_, { state }) => state.data === undefined,
  });
}

export function useApply() {
  const queries = useQueryClient();
  return $api.useMutation("post", "/api/projects/{slug}/text-area/apply/", {
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/api/projects/{slug}/"),
      }),
  });
}
