import type { QueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

export type MySlot = components["schemas"]["MySlot"];
export type NextSlot = components["schemas"]["NextSlot"];
export type Draft = components["schemas"]["Draft"];
export type ImageFile = components["schemas"]["Picture"];
export type Finding = components["schemas"]["Finding"];
export type RecordProblem = components["schemas"]["RecordProblem"];

/** Interval at which a person without work is checked for new work. */
export const EMPTY_POLL_MS = 20_000;

/** The current assignment. A request takes the next item, so it is sent once and cached. */
export const nextSlotOptions = (slug: string) => ({
  ...$api.queryOptions(
    "post",
    "/api/projects/{slug}/annotate/next/",
    { params: { path: { slug } } },
    { staleTime: Infinity },
  ),
  refetchInterval: ({ state }: { state: { data?: NextSlot | undefined } }) =>
    state.data?.slot === null ? EMPTY_POLL_MS : (false as const),
});

/** Take the next item, whatever the current one is. */
export function loadNextSlot(queries: QueryClient, slug: string): Promise<NextSlot> {
  return queries.fetchQuery({ ...nextSlotOptions(slug), staleTime: 0 });
}

/** Progress of the person's calibration. */
export const calibrationOptions = (slug: string) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/calibration/mine/",
    { params: { path: { slug } } },
    { staleTime: 0 },
  );

const SLOT = "/api/projects/{slug}/annotate/slots/{slot_id}/";

/** One slot with the person's draft, whether it is still assigned to them or not. */
export const slotOptions = (slug: string, slotId: number) =>
  $api.queryOptions(
    "get",
    SLOT,
    { params: { path: { slug, slot_id: slotId } } },
    // The form is rebuilt from each response, so none is fetched while somebody types.
    { staleTime: Infinity },
  );

export const useDraftVersions = (slug: string, slotId: number, enabled: boolean) =>
  $api.useInfiniteQuery(
    "get",
    `${SLOT}draft/versions/`,
    { params: { path: { slug, slot_id: slotId } } },
    { ...keysetPagination, enabled, staleTime: 0 },
  );

export const useDraftVersion = (slug: string, slotId: number, number: number) =>
  $api.useQuery(
    "get",
    `${SLOT}draft/versions/{number}/`,
    { params: { path: { slug, slot_id: slotId, number } } },
    // A recent version is replaced by its continuation.
    { staleTime: 0 },
  );

export const useSubmitSlot = () => $api.useMutation("post", `${SLOT}submit/`);
export const useDeclineSlot = () => $api.useMutation("post", `${SLOT}decline/`);
export const useSkipSlot = () => $api.useMutation("post", `${SLOT}skip/`);
export const useReopenSlot = () => $api.useMutation("post", `${SLOT}reopen/`);

const MY_DAY = "/api/projects/{slug}/my-day/";

/** Number of waiting tasks by kind of work. */
export const useMyDay = (slug: string, poll: { refetchInterval?: number } = {}) =>
  $api.useQuery("get", MY_DAY, { params: { path: { slug } } }, { staleTime: 0, ...poll }).data;

/** Number of items that the person can still get, with this one. */
export const useItemsLeft = (slug: string): number | undefined => {
  const data = useMyDay(slug);
  return data && data.annotation.waiting + data.annotation.held + data.annotation.returned;
};
