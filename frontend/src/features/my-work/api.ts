import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

export type MyWork = components["schemas"]["MyWork"];
export type MyDraft = components["schemas"]["MyDraft"];
export type MyFeedback = components["schemas"]["MyFeedback"];
export type MyCall = components["schemas"]["MyCollectionRequest"];
export type MyTestSet = components["schemas"]["MyTestSet"];
export type Rework = components["schemas"]["ReworkSummary"];

/** The annotator's work, latest first. */
export const useMyWork = (slug: string) =>
  $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/annotate/work/",
    { params: { path: { slug } } },
    { ...keysetPagination, staleTime: 0 },
  );

/** The annotator's unsubmitted drafts, latest first. */
export const useMyDrafts = (slug: string) =>
  $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/annotate/drafts/",
    { params: { path: { slug } } },
    { ...keysetPagination, staleTime: 0 },
  );

/** Items whose questions failed validation and are in rework. */
export const useMyRework = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/rework/", { params: { path: { slug } } });

/** An organizer's requests for items, with progress. */
export const useMyCalls = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/calls/mine/", { params: { path: { slug } } });

/** Test sets that the person has not completed. */
export const useMyTestSets = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/human-baseline/mine/", { params: { path: { slug } } });

/** The annotator's pace, hours, and differences from final records. */
export const useMyFeedback = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/my-feedback/", { params: { path: { slug } } });

export const useReopenSubmission = () =>
  $api.useMutation("post", "/api/projects/{slug}/annotate/slots/{slot_id}/reopen/");

/** The annotator's questions and declined items, the latest message first. */
export const useMyThreads = (slug: string) =>
  $api.useQuery(
    "get",
    "/api/projects/{slug}/threads/",
    { params: { path: { slug } } },
    { staleTime: 0 },
  );

/** The last calibration batch of the annotator, if any. */
export const useMyCalibration = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/calibration/mine/", { params: { path: { slug } } });
