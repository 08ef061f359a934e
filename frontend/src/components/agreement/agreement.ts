import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type FieldAgreement = components["schemas"]["FieldAgreement"];

/** How well the blind annotators agree, by field. For organizers. */
export const agreementOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/agreement/", { params: { path: { slug } } });

/** The lower end of an axis on which every interval has room: 0 or below, in steps of 0.2. */
export function axisStart(rows: readonly FieldAgreement[]): number {
  const lowest = Math.min(0, ...rows.map(({ low, alpha }) => low ?? alpha ?? 0));
  return Math.max(-1, Math.floor(lowest * 5) / 5);
}
