import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keyset } from "@/lib/api/keyset";
import { PROJECT } from "@/lib/api/outdate";
import type { Locale } from "@/lib/i18n/locale";

export type Report = components["schemas"]["FunnelReport"];
export type StageRecord = components["schemas"]["StageRecord"];
export type Run = components["schemas"]["RunRecord"];
export type Excluded = components["schemas"]["ExcludedImage"];

/** The numbers, and the texts for a paper in `language`. */
export const reportOptions = (slug: string, language: Locale) =>
  $api.queryOptions("get", "/api/projects/{slug}/funnel/report/", {
    params: { path: { slug }, query: { language } },
  });

export function useExcluded(slug: string, stage: string | undefined) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/exclusions/",
    { params: { path: { slug }, query: stage ? { stage } : {} } },
    { ...keyset, throwOnError: (_, { state }) => state.data === undefined },
  );
}

export function useRestore() {
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/restore/", {
    meta: { outdates: [PROJECT] },
  });
}
