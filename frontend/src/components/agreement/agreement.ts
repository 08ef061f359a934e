import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Agreement = components["schemas"]["Agreement"];
export type Estimate = components["schemas"]["Estimate"];
export type FieldAgreement = components["schemas"]["FieldAgreement"];
export type Measure = Estimate["measure"];

/** The measure to which the protocol's floors apply. */
export const MINIMUM_AGREEMENT_MEASURE = "krippendorff_alpha" satisfies Measure;

/** Share of the most frequent value above which chance-corrected measures depend on few answers. */
const SKEWED = 0.9;

/** Inter-annotator agreement by field, for organizers. */
export const agreementOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/agreement/", { params: { path: { slug } } });

/** Inter-annotator agreement by the day or week of completed items, for organizers. */
export const overTimeOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/agreement/over-time/", {
    params: { path: { slug } },
  });

/** Return one measure of an agreement; without a value if it was not computed. */
export function findEstimate({ estimates }: Agreement, measure: Measure): Estimate {
  return (
    estimates.find((one) => one.measure === measure) ?? {
      measure,
      value: null,
      low: null,
      high: null,
      undefined: "no_pairs",
    }
  );
}

export function isSkewed({ commonest }: Agreement): boolean {
  return commonest !== null && commonest >= SKEWED;
}

/** The lower end of an axis with room for every interval: 0 or below, in steps of 0.2. */
export function axisStart(estimates: readonly Pick<Estimate, "value" | "low">[]): number {
  const lowest = Math.min(0, ...estimates.map(({ low, value }) => low ?? value ?? 0));
  return Math.max(-1, Math.floor(lowest * 5) / 5);
}
