import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keyset } from "@/lib/api/keyset";

export type Entrant = components["schemas"]["Entrant"];

/** Who outside may have predictions scored. Only a maintainer may ask. */
export function useEntrants(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/entrants/",
    { params: { path: { slug } } },
    { ...keyset, throwOnError: true },
  );
}

function useScoresChanged() {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        String(queryKey[1]).startsWith("/api/projects/{slug}/evaluation/"),
    });
}

export function useAdmit() {
  const changed = useScoresChanged();
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/entrants/", {
    onSuccess: changed,
  });
}

export function useRevoke() {
  const changed = useScoresChanged();
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/entrants/{entrant_id}/revoke/", {
    onSettled: changed,
  });
}

export function useImportResults() {
  const changed = useScoresChanged();
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/import/", {
    onSuccess: changed,
  });
}

/** A file and what is said of it, as a form is sent. */
export function multipart(values: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}
