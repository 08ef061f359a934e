import { useQueryClient } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import { keyset } from "@/lib/api/keyset";

import type { ImagesSearch } from "./search";

/** Images, the latest first. */
export function useImages(slug: string, query: ImagesSearch) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/images/",
    { params: { path: { slug }, query } },
    { ...keyset, throwOnError: (_, { state }) => state.data === undefined },
  );
}

export function useSources(slug: string, enabled: boolean) {
  return $api.useQuery(
    "get",
    "/api/projects/{slug}/sources/",
    { params: { path: { slug } } },
    { enabled },
  );
}

/** Let pictures become one item, or stand alone again. */
export function useJoining(slug: string) {
  const queries = useQueryClient();
  const onSuccess = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [method, path] }) =>
        method === "get" && typeof path === "string" && path.startsWith(PROJECT),
    });
  const join = $api.useMutation("post", "/api/projects/{slug}/images/join/", { onSuccess });
  const part = $api.useMutation("post", "/api/projects/{slug}/images/part/", { onSuccess });
  const asked = (images: readonly number[]) => ({
    params: { path: { slug } },
    body: { images: [...images] },
  });
  return { join, part, asked };
}

const PROJECT = "/api/projects/{slug}/images/";
