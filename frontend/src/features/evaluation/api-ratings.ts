import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

export type Rating = components["schemas"]["Rating"];
export type RatingTask = components["schemas"]["RatingTask"];
export type RatingDetail = components["schemas"]["RatingDetail"];
export type RatingFindings = components["schemas"]["RatingFindings"];
export type RatingSample = components["schemas"]["RatingSample"];

const RATINGS = "/api/projects/{slug}/evaluation/ratings/";
const MARKING = "/api/projects/{slug}/evaluation/marking/";

export const ratingsOptions = (slug: string, version: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/ratings/", {
    params: { path: { slug }, query: { version } },
  });

export const ratingOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/ratings/{task_id}/", {
    params: { path: { slug, task_id: id } },
  });

/** Samples to mark, in the order of sampling. */
export function useRatingSamples(slug: string, id: number) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/ratings/{task_id}/samples/",
    { params: { path: { slug, task_id: id } } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
  );
}

export function useDrawRating() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/ratings/", {
    meta: { outdates: [RATINGS] },
  });
}

export function useRateSample() {
  return $api.useMutation(
    "put",
    "/api/projects/{slug}/evaluation/ratings/{task_id}/samples/{sample_id}/mark/",
    { meta: { outdates: [RATINGS, MARKING] } },
  );
}
