import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

export type Calibration = components["schemas"]["Calibration"];
export type CalibratedPerson = components["schemas"]["CalibratedPerson"];
export type CalibrationRules = components["schemas"]["CalibrationRules"];
export type CalibrationItem = components["schemas"]["CalibrationItem"];
export type CalibrationAnswer = components["schemas"]["CalibrationAnswer"];
export type CalibrationCandidate = components["schemas"]["Candidate"];
export type GoldResults = components["schemas"]["Gold"];
export type Onboarding = components["schemas"]["Onboarding"];
export type Consent = components["schemas"]["Consent"];
export type ThreadMessage = components["schemas"]["Message"];

const fresh = { staleTime: 0 };
const inProject = (slug: string) => ({ params: { path: { slug } } });

const BATCHES = "/api/projects/{slug}/calibration/";
const BATCH = `${BATCHES}{number}/` as const;

export const batchesOptions = (slug: string) =>
  $api.queryOptions("get", BATCHES, inProject(slug), fresh);

export const batchOptions = (slug: string, number: number) =>
  $api.queryOptions("get", BATCH, { params: { path: { slug, number } } }, fresh);

export const itemOptions = (slug: string, number: number, place: number) =>
  $api.queryOptions(
    "get",
    `${BATCH}items/{place}/`,
    { params: { path: { slug, number, place } } },
    fresh,
  );

/** Progress of the annotator. */
export const myCalibrationOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/calibration/mine/", inProject(slug), fresh);

export const onboardingOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/first-visit/", inProject(slug), fresh);

/** Items to share: finished ones, and those that nobody has begun. */
export const useCalibrationCandidates = (slug: string, only: { finished?: true } = {}) =>
  $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/calibration/candidates/",
    { params: { path: { slug }, query: only } },
    { ...keysetPagination, ...fresh },
  );

export const goldOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/gold/", inProject(slug), fresh);

function useGoldChange(slug: string) {
  const queries = useQueryClient();
  return {
    onSuccess: (gold: GoldResults) => {
      queries.setQueryData(goldOptions(slug).queryKey, gold);
    },
  };
}

export const useGoldShare = (slug: string) =>
  $api.useMutation("put", "/api/projects/{slug}/gold/share/", useGoldChange(slug));

export const useAddGoldItems = (slug: string) =>
  $api.useMutation("post", "/api/projects/{slug}/gold/items/", useGoldChange(slug));

export const useRemoveGoldItem = (slug: string) =>
  $api.useMutation("delete", "/api/projects/{slug}/gold/items/{item_id}/", useGoldChange(slug));

export const useConsents = (slug: string) =>
  $api.useInfiniteQuery("get", "/api/projects/{slug}/first-visit/consents/", inProject(slug), {
    ...keysetPagination,
    ...fresh,
  });

const CHANGES_BATCHES = { outdates: [BATCHES] } as const;

export const useOpenBatch = () =>
  $api.useMutation("post", "/api/projects/{slug}/calibration/open/", { meta: CHANGES_BATCHES });

export const useCloseBatch = () =>
  $api.useMutation("post", `${BATCH}close/`, { meta: CHANGES_BATCHES });

export const useReopenBatch = () =>
  $api.useMutation("post", `${BATCH}reopen/`, { meta: CHANGES_BATCHES });

export const useApproveAnnotator = () =>
  $api.useMutation("post", `${BATCH}people/{person_id}/let-through/`, { meta: CHANGES_BATCHES });

export function usePublishConsentForm(slug: string) {
  const queries = useQueryClient();
  return $api.useMutation("post", "/api/projects/{slug}/first-visit/briefing/", {
    onSuccess: (visit) => {
      queries.setQueryData(onboardingOptions(slug).queryKey, visit);
    },
  });
}

export function usePracticeItem(slug: string) {
  const queries = useQueryClient();
  return $api.useMutation("put", "/api/projects/{slug}/first-visit/practice/", {
    onSuccess: (visit) => {
      queries.setQueryData(onboardingOptions(slug).queryKey, visit);
    },
  });
}

const THREADS = "/api/projects/{slug}/threads/";

/** The discussion of a calibration item with its messages; null before the first one. */
export const discussionOptions = (
  slug: string,
  item: { item_number: number } | { item_code: string },
) =>
  $api.queryOptions(
    "get",
    THREADS,
    { params: { path: { slug }, query: { ...item, purpose: "calibration" } } },
    fresh,
  );

export const threadOptions = (slug: string, thread: number) =>
  $api.queryOptions(
    "get",
    `${THREADS}{thread_id}/`,
    { params: { path: { slug, thread_id: thread } } },
    fresh,
  );

/** @param onWritten called before the discussion is fetched again, so that no text appears twice */
export const useWriteMessage = (onWritten: () => void) =>
  $api.useMutation("post", `${THREADS}open/`, {
    meta: { outdates: [THREADS] },
    onSuccess: onWritten,
  });
