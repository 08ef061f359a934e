import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

import type { ImagesSearch } from "./search";

const IMAGES = "/api/projects/{slug}/images/";

/** Images, the latest first. */
export function useImages(slug: string, query: ImagesSearch) {
  return $api.useInfiniteQuery(
    "get",
    IMAGES,
    { params: { path: { slug }, query } },
    { ...keysetPagination, throwOnError: (_, { state }) => state.data === undefined },
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

/** Group images into one item, or separate them. */
export function useGroupImages(slug: string) {
  const meta = { outdates: [IMAGES] } as const;
  const join = $api.useMutation("post", "/api/projects/{slug}/images/join/", { meta });
  const part = $api.useMutation("post", "/api/projects/{slug}/images/part/", { meta });
  const asked = (images: readonly number[]) => ({
    params: { path: { slug } },
    body: { images: [...images] },
  });
  return { join, part, asked };
}
