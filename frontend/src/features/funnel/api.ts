import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import type { Locale } from "@/lib/i18n/locale";

export type FunnelReport = components["schemas"]["FunnelReport"];
export type StageRecord = components["schemas"]["StageRecord"];
export type FilterRun = components["schemas"]["RunRecord"];
export type ExcludedImage = components["schemas"]["ExcludedImage"];

/** The numbers, and the texts for a paper in `language`. */
export const funnelReportOptions = (slug: string, language: Locale) =>
  $api.queryOptions("get", "/api/projects/{slug}/funnel/report/", {
    params: { path: { slug }, query: { language } },
  });

export function useExcludedImages(slug: string, stage: string | undefined) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/exclusions/",
    { params: { path: { slug }, query: stage ? { stage } : {} } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
  );
}

export function useRestoreImage() {
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/restore/", {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
  });
}
