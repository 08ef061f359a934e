import { useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";

export type ImageDetail = components["schemas"]["ImageDetail"];
export type ItemDetails = components["schemas"]["ItemDetails"];
export type LedgerEntry = components["schemas"]["LedgerEntry"];
export type Measurement = components["schemas"]["Measurement"];

export const imageOptions = (slug: string, id: string | number) =>
  $api.queryOptions("get", "/api/projects/{slug}/images/{image_id}/", {
    params: { path: { slug, image_id: Number(id) } },
  });

/** The item with this image, if there is one. */
export function useItemOfImage(slug: string, id: number) {
  const items = useQuery(
    $api.queryOptions("get", "/api/projects/{slug}/items/", {
      params: { path: { slug }, query: { image: id } },
    }),
  );
  return items.data?.results[0];
}

/** An item by its number. */
export const itemOptions = (slug: string, number: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/items/numbered/{number}/", {
    params: { path: { slug, number: Number(number) } },
  });

/** The case of an item, with its final record. */
export const caseOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/{case_id}/", {
    params: { path: { slug, case_id: id } },
  });

/** The releases that contain an item, with the models' answers to it. */
export const useItemResults = (slug: string, id: number) =>
  $api.useQuery("get", "/api/projects/{slug}/items/{item_id}/results/", {
    params: { path: { slug, item_id: id } },
  });

/** History of an item with the events of its images: work, review, releases. */
export function useItemLife(slug: string, id: number | undefined) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/items/{item_id}/life/",
    { params: { path: { slug, item_id: id ?? 0 } } },
    { ...keysetPagination, enabled: id !== undefined },
  );
}

export function useRestoreImage() {
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/restore/", {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
  });
}

export function useWithdrawImage() {
  return $api.useMutation("post", "/api/projects/{slug}/images/{image_id}/withdraw/", {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
  });
}
