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
