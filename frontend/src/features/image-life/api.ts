import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type ImageDetail = components["schemas"]["ImageDetail"];
export type LedgerEntry = components["schemas"]["LedgerEntry"];
export type Measurement = components["schemas"]["Measurement"];

export const imageOptions = (slug: string, id: string | number) =>
  $api.queryOptions("get", "/api/projects/{slug}/images/{image_id}/", {
    params: { path: { slug, image_id: Number(id) } },
  });

/** Everything that happened to the items that show this picture: their work and their releases. */
export function useLaterLife(slug: string, id: number): LedgerEntry[] {
  const items = useQuery(
    $api.queryOptions("get", "/api/projects/{slug}/items/", {
      params: { path: { slug }, query: { image: id } },
    }),
  );
  return useQueries({
    queries: (items.data?.results ?? []).map((item) =>
      $api.queryOptions("get", "/api/projects/{slug}/items/{item_id}/life/", {
        params: { path: { slug, item_id: item.id } },
      }),
    ),
    combine: (lives) => lives.flatMap(({ data }) => data?.results ?? []),
  });
}

function useImageChanged() {
  const queries = useQueryClient();
  return (image: ImageDetail, slug: string) => {
    queries.setQueryData(imageOptions(slug, image.id).queryKey, image);
    return queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[1]).startsWith("/api/projects/{slug}/"),
    });
  };
}

export function useRestore(slug: string) {
  const changed = useImageChanged();
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/restore/", {
    onSuccess: (image) => changed(image, slug),
  });
}

export function useWithdraw(slug: string) {
  const changed = useImageChanged();
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/withdraw/", {
    onSuccess: (image) => changed(image, slug),
  });
}
