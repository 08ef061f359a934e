import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keyset } from "@/lib/api/keyset";

export type MyWork = components["schemas"]["MyWork"];
export type MyDraft = components["schemas"]["MyDraft"];
export type MyFeedback = components["schemas"]["MyFeedback"];
export type MyCall = components["schemas"]["MyCollectionRequest"];
export type MyTestSet = components["schemas"]["MyTestSet"];
export type Rework = components["schemas"]["ReworkSummary"];

/** What I did, latest first. */
export const useMyWork = (slug: string) =>
  $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/annotate/work/",
    { params: { path: { slug } } },
    { ...keyset, staleTime: 0 },
  );

/** What I typed and have not handed in, latest first. */
export const useMyDrafts = (slug: string) =>
  $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/annotate/drafts/",
    { params: { path: { slug } } },
    { ...keyset, staleTime: 0 },
  );

/** Items that came back to me after people had answered their questions. */
export const useMyRework = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/rework/", { params: { path: { slug } } });

/** What an organizer asks me for, and how far I am. */
export const useMyCalls = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/calls/mine/", { params: { path: { slug } } });

/** Test sets that I have not answered in full. */
export const useMyTestSets = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/human-baseline/mine/", { params: { path: { slug } } });

/** My pace and hours, and where final records read otherwise than mine. */
export const useMyFeedback = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/my-feedback/", { params: { path: { slug } } });

export const useReopen = () =>
  $api.useMutation("post", "/api/projects/{slug}/annotate/slots/{slot_id}/reopen/");

/** What I asked and what I declined, the latest message first. */
export const useMyThreads = (slug: string) =>
  $api.useQuery(
    "get",
    "/api/projects/{slug}/threads/",
    { params: { path: { slug } } },
    { staleTime: 0 },
  );

/** The calibration batch that I took part in last, if any. */
export const useMyCalibration = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/calibration/mine/", { params: { path: { slug } } });
