import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

import type { ItemsSearch } from "./search";

export type FoundItem = components["schemas"]["FoundItem"];
export type SkippedItem = components["schemas"]["SkippedItem"]["why"];

const ASSIGNMENT = "/api/projects/{slug}/assignment/";
const FIND = "/api/projects/{slug}/items/find/";
const CHANGES_ITEMS = { outdates: [FIND, ASSIGNMENT] } as const;

/** Items in order. */
export function useItems(slug: string, { label, ...search }: ItemsSearch) {
  const query = { ...search, ...(label && { label: [label] }) };
  return $api.useInfiniteQuery(
    "get",
    FIND,
    { params: { path: { slug }, query } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
  );
}

/** The annotators and the tags. */
export function useAnnotatorsAndTags(slug: string) {
  return $api.useQuery("get", ASSIGNMENT, { params: { path: { slug } } });
}

/** How many of the items each annotator can be assigned, and why not the others. */
export function usePinCandidates(slug: string, items: readonly number[]) {
  return $api.useQuery(
    "post",
    "/api/projects/{slug}/items/pin/people/",
    { params: { path: { slug } }, body: { items: [...items] } },
    { staleTime: 0, gcTime: 0 },
  );
}

export function usePinItems() {
  return $api.useMutation("post", "/api/projects/{slug}/items/pin/", { meta: CHANGES_ITEMS });
}

export function useUnpinItems() {
  return $api.useMutation("post", "/api/projects/{slug}/items/unpin/", { meta: CHANGES_ITEMS });
}

export function useTagItems() {
  return $api.useMutation("post", "/api/projects/{slug}/items/tag/", { meta: CHANGES_ITEMS });
}

export function useExcludePerson() {
  return $api.useMutation("post", "/api/projects/{slug}/assignment/exclusions/", {
    meta: CHANGES_ITEMS,
  });
}

export function useMembers(slug: string) {
  return $api.useQuery("get", "/api/projects/{slug}/members/", { params: { path: { slug } } });
}

export function useRelabelItems() {
  return $api.useMutation("post", "/api/projects/{slug}/items/relabel/", { meta: CHANGES_ITEMS });
}

export function useUndoRelabelling() {
  return $api.useMutation("post", "/api/projects/{slug}/items/relabel/undo/", {
    meta: CHANGES_ITEMS,
  });
}

export function useReturnItems() {
  return $api.useMutation("post", "/api/projects/{slug}/items/send-back/", { meta: CHANGES_ITEMS });
}
