import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Round = components["schemas"]["Round"];

const ROUNDS = "/api/projects/{slug}/rounds/";

/** A round changes the state of its questions. */
export const RESOURCES_CHANGED_BY_ROUNDS = {
  outdates: [ROUNDS, "/api/projects/{slug}/questions/"],
} as const;

export const roundsOptions = (slug: string) =>
  $api.queryOptions("get", ROUNDS, { params: { path: { slug } } });

/** Return the round that can be opened now, if none is open; it opens like the one before. */
export function roundToOpen(
  rounds: readonly Round[],
): { number: number; automatic: boolean } | undefined {
  const next = rounds.find(({ status }) => status === "planned");
  if (!next || rounds.some(({ status }) => status === "open")) return undefined;
  const before = rounds.findLast(({ status }) => status === "closed");
  return { number: next.number, automatic: before?.automatic ?? true };
}
