import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

import { EVALUATION } from "./api";

export type Entrant = components["schemas"]["Entrant"];

/** Entrants. Only a maintainer may read them. */
export function useEntrants(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/entrants/",
    { params: { path: { slug } } },
    { ...keysetPagination, throwOnError: true },
  );
}

export function useAdmitEntrant() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/entrants/", {
    meta: { outdates: [EVALUATION] },
  });
}

export function useRevokeEntrant() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/entrants/{entrant_id}/revoke/", {
    meta: { outdates: [EVALUATION] },
  });
}

const BASELINE = "/api/projects/{slug}/evaluation/human-baseline/";

/** People who answer the test set without its key. */
export function useBaselines(slug: string) {
  return $api.useInfiniteQuery(
    "get",
    BASELINE,
    { params: { path: { slug } } },
    { ...keysetPagination, throwOnError: true },
  );
}

export function useAssignBaseline() {
  return $api.useMutation("post", BASELINE, { meta: { outdates: [EVALUATION] } });
}

export function useMembers(slug: string) {
  return $api.useQuery("get", "/api/projects/{slug}/members/", { params: { path: { slug } } });
}

export function useImportResults() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/import/", {
    meta: { outdates: [EVALUATION] },
  });
}

/** A file with its fields, as a form is sent. */
export function toFormData(values: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}
