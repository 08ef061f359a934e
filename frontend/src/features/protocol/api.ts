import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { protocolOptions } from "@/lib/protocol/use-protocol";

export type ProtocolVersion = components["schemas"]["ProtocolVersion"];

const inProject = (slug: string) => ({ params: { path: { slug } } });

/** The protocol in force as YAML. */
export const documentOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/", inProject(slug));

/** All that were ever in force, the latest first. */
export const versionsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/protocol/versions/", inProject(slug));

/** One of them as YAML. It never changes. */
export const versionOptions = (slug: string, number: number) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/protocol/versions/{number}/",
    { params: { path: { slug, number } } },
    { staleTime: Infinity },
  );

/** Is it usable, and what does it say? Nothing is kept. */
export function useProtocolCheck() {
  return $api.useMutation("post", "/api/projects/{slug}/protocol/check/");
}

export function useProtocolChange(slug: string) {
  const queries = useQueryClient();
  return $api.useMutation("post", "/api/projects/{slug}/protocol/change/", {
    onSuccess: () =>
      Promise.all(
        [protocolOptions(slug), documentOptions(slug), versionsOptions(slug)].map(({ queryKey }) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
