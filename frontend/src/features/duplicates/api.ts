import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keyset } from "@/lib/api/keyset";

export type Cluster = components["schemas"]["Cluster"];
export type Copy = components["schemas"]["Copy"];

const PAGE_SIZE = 30;

/** Clusters of copies, each with the one that was kept. */
export function useClusters(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/duplicates/",
    { params: { path: { slug }, query: { page_size: PAGE_SIZE } } },
    { ...keyset, throwOnError: (_, { state }) => state.data === undefined },
  );
}

/** After a change lists, funnel and the life of every picture of the cluster are others. */
function useChanged() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/api/projects/{slug}/"),
    });
}

export function useKeep() {
  const changed = useChanged();
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/{image_id}/keep/", {
    onSettled: changed,
  });
}

export function useSplit() {
  const changed = useChanged();
  return $api.useMutation("post", "/api/projects/{slug}/duplicates/{image_id}/split/", {
    onSuccess: changed,
  });
}

export function useRestore() {
  const changed = useChanged();
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/restore/", {
    onSuccess: changed,
  });
}
