import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";

export type DuplicateCluster = components["schemas"]["Cluster"];
export type NearDuplicate = components["schemas"]["Copy"];
export type PossiblePair = components["schemas"]["PossiblePair"];
export type PairAnswer = components["schemas"]["PairDecision"]["answer"];
export type ReleasedIn = components["schemas"]["ReleasedIn"];
export type DuplicatePreview = components["schemas"]["Preview"];
export type FilterChange = components["schemas"]["FilterChange"];
export type ReleasedCopy = components["schemas"]["ReleasedCopy"];

const PAGE_SIZE = 30;

/** Clusters of near-duplicates, each with its kept image. */
export function useDuplicateClusters(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/duplicates/",
    { params: { path: { slug }, query: { page_size: PAGE_SIZE } } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
  );
}

/** A change affects lists, the funnel and the history of every image of the cluster. */
const CHANGES_PROJECT = { outdates: [ALL_PROJECT_RESOURCES] } as const;

export function useKeepDuplicates() {
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/{image_id}/keep/", {
    meta: CHANGES_PROJECT,
  });
}

export function useSplitCluster() {
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/{image_id}/split/", {
    meta: CHANGES_PROJECT,
  });
}

export function useRestoreImage() {
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/restore/", {
    meta: CHANGES_PROJECT,
  });
}

const POSSIBLE = "/api/projects/{slug}/duplicates/possible/";

/** Pairs that the comparison is not certain about. */
export function usePossiblePairs(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    POSSIBLE,
    { params: { path: { slug }, query: { page_size: PAGE_SIZE } } },
    keysetPagination,
  );
}

export function useDecidePair() {
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/possible/{pair_id}/decide/", {
    meta: CHANGES_PROJECT,
  });
}

export function useUndoPair() {
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/possible/{pair_id}/undo/", {
    meta: CHANGES_PROJECT,
  });
}

/** URL of one of the images that are laid over each other. */
export function pairImageUrl(
  slug: string,
  pair: number,
  part: "base" | "aligned" | "differences",
): string {
  return `/api/projects/${slug}/duplicates/possible/${String(pair)}/${part}/`;
}

const LEFT_ALONE = "/api/projects/{slug}/duplicates/left-alone/";

/** Near-duplicates that the last run kept because people have worked on them. */
export function useLeftAlone(slug: string) {
  return $api.useInfiniteQuery("get", LEFT_ALONE, { params: { path: { slug } } }, keysetPagination);
}

const RELEASED = "/api/projects/{slug}/duplicates/released/";

/** Images that match an image of a published release. */
export function useReleasedCopies(slug: string) {
  return $api.useInfiniteQuery("get", RELEASED, { params: { path: { slug } } }, keysetPagination);
}

export function useDecideReleased() {
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/released/{copy_id}/decide/", {
    meta: CHANGES_PROJECT,
  });
}

/** The current parameters. */
export const parametersOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/duplicates/parameters/", {
    params: { path: { slug } },
  });

const PREVIEWS = "/api/projects/{slug}/duplicates/previews/";

/** Previews of other parameters, the latest first. */
export const previewsOptions = (slug: string) =>
  $api.queryOptions("get", PREVIEWS, { params: { path: { slug }, query: { page_size: 1 } } });

export function useBeginDuplicatePreview() {
  return $api.useMutation("post", PREVIEWS, { meta: CHANGES_PROJECT });
}

export type ChangeKind = FilterChange["change"];

/** Pages of the changes in a preview; not fetched while it is being applied. */
export function usePreviewChanges(
  slug: string,
  run: number,
  change: ChangeKind | undefined,
  enabled: boolean,
) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/duplicates/previews/{run_id}/changes/",
    { params: { path: { slug, run_id: run }, query: change ? { change } : {} } },
    { ...keysetPagination, enabled },
  );
}

export function useApplyDuplicatePreview() {
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/previews/{run_id}/apply/", {
    meta: CHANGES_PROJECT,
  });
}
