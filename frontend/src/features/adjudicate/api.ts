import type { components } from "@/api/generated";
import { $api, api } from "@/lib/api/client";

export type DecidedCase = components["schemas"]["CaseDetail"];

const inProject = (slug: string) => ({ params: { path: { slug } } });
const onCase = (slug: string, id: number) => ({ params: { path: { slug, case_id: id } } });

export const CASES = "/api/projects/{slug}/cases/";
const QUEUE = `${CASES}queue/` as const;

/** For writes whose response is the case itself: the queue and its counts change too. */
export const CHANGES_QUEUE = { outdates: [QUEUE] } as const;

export const queueOptions = (slug: string) => $api.queryOptions("get", QUEUE, inProject(slug));

export const countsOptions = (slug: string) =>
  $api.queryOptions("get", `${QUEUE}counts/`, inProject(slug));

export const caseOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/{case_id}/", onCase(slug, id));

export async function undoDecision(slug: string, id: number): Promise<void> {
  await api.POST("/api/projects/{slug}/cases/{case_id}/undo/", onCase(slug, id));
}
