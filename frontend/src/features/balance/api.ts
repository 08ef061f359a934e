import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Balance = components["schemas"]["Balance"];
export type Tree = components["schemas"]["Tree"];
export type Branch = components["schemas"]["Branch"];
export type Call = components["schemas"]["Call"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

export const balanceOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/balance/", { ...inProject(slug) });

export const useMembers = (slug: string) =>
  $api.useQuery("get", "/api/projects/{slug}/members/", inProject(slug));

function useRefresh(slug: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: balanceOptions(slug).queryKey });
}

export function useCallOpen(slug: string) {
  const onSuccess = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/calls/", { onSuccess });
}

export function useCallClose(slug: string) {
  const onSuccess = useRefresh(slug);
  return $api.useMutation("post", "/api/projects/{slug}/calls/{call_id}/close/", { onSuccess });
}
