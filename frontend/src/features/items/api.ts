import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keyset } from "@/lib/api/keyset";

import type { ItemsSearch } from "./search";

export type FoundItem = components["schemas"]["FoundItem"];
export type Skipped = components["schemas"]["SkippedItem"]["why"];

const ASSIGNMENT = "/api/projects/{slug}/assignment/";
const FIND = "/api/projects/{slug}/items/find/";

/** Items in order. */
export function useItems(slug: string, { label, ...search }: ItemsSearch) {
  const query = { ...search, ...(label && { label: [label] }) };
  return $api.useInfiniteQuery(
    "get",
    FIND,
    { params: { path: { slug }, query } },
    { ...keyset, throwOnError: (_, { state }) => state.data === undefined },
  );
}

/** Who annotates, and which tags there are. */
export function useAssignment(slug: string) {
  return $api.useQuery("get", ASSIGNMENT, { params: { path: { slug } } });
}

export function usePin(slug: string) {
  const onSuccess = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/items/pin/", { onSuccess });
}

export function useUnpin(slug: string) {
  const onSuccess = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/items/unpin/", { onSuccess });
}

export function useTag(slug: string) {
  const onSuccess = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/items/tag/", { onSuccess });
}

export function useKeepFrom(slug: string) {
  const onSettled = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/assignment/exclusions/", { onSettled });
}

export function useMembers(slug: string) {
  return $api.useQuery("get", "/api/projects/{slug}/members/", { params: { path: { slug } } });
}

export function useRelabel(slug: string) {
  const refresh = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/items/relabel/", { onSuccess: refresh });
}

export function useRelabelUndo(slug: string) {
  const refresh = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/items/relabel/undo/", {
    onSettled: refresh,
  });
}

export function useSendBack(slug: string) {
  const refresh = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/items/send-back/", { onSuccess: refresh });
}

function useRefresh(slug: string) {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [method, path, init] }) =>
        method === "get" &&
        (path === FIND || path === ASSIGNMENT) &&
        (init as { params: { path: { slug: string } } }).params.path.slug === slug,
    });
}
