import type { QueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";

export type DecidedCase = components["schemas"]["CaseDetail"];

const inProject = (slug: string) => ({ params: { path: { slug } } });
const onCase = (slug: string, id: number) => ({ params: { path: { slug, case_id: id } } });

export const queueOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/queue/", inProject(slug));

export const countsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/queue/counts/", inProject(slug));

export const caseOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/{case_id}/", onCase(slug, id));

/** After anything that was decided: the queue and its counts are others now. */
export async function refreshQueue(queries: QueryClient, slug: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queueOptions(slug).queryKey }),
    queries.invalidateQueries({ queryKey: countsOptions(slug).queryKey }),
  ]);
}

export async function undoDecision(slug: string, id: number): Promise<void> {
  await api.POST("/api/projects/{slug}/cases/{case_id}/undo/", onCase(slug, id));
}
