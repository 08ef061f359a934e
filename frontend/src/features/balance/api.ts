import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Balance = components["schemas"]["Balance"];
export type Tree = components["schemas"]["Tree"];
export type Branch = components["schemas"]["Branch"];
export type CollectionRequest = components["schemas"]["CollectionRequest"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

export const balanceOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/balance/", { ...inProject(slug) });

export const useMembers = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/members/", inProject(slug));

const CHANGES_BALANCE = { outdates: ["/api/projects/{slug}/balance/"] } as const;

export function useOpenCollectionRequest() {
  return $api.useMutation("post", "/api/projects/{slug}/calls/", { meta: CHANGES_BALANCE });
}

export function useCloseCollectionRequest() {
  return $api.useMutation("post", "/api/projects/{slug}/calls/{call_id}/close/", {
    meta: CHANGES_BALANCE,
  });
}
