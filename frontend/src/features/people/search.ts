import type { Measure } from "@/components/agreement/agreement";

/** Measures over all people. */
export const OVERALL_MEASURES = [
  "krippendorff_alpha",
  "fleiss_kappa",
  "gwet_ac",
  "percent",
] as const satisfies readonly Measure[];

export interface AgreementSearch {
  measure?: (typeof OVERALL_MEASURES)[number];
  /** The person whose pairs are shown. */
  field?: string;
}

/** The selected measure and field; invalid values are dropped. */
export function agreementSearch(search: Record<string, unknown>): AgreementSearch {
  const measure = OVERALL_MEASURES.find((one) => one === search["measure"]);
  const field = search["field"];
  return { ...(measure && { measure }), ...(typeof field === "string" && { field }) };
}

/** The measure of two people: kappa of a pair is Cohen's. */
export function measureOfPair(measure: Measure): Measure {
  return measure === "fleiss_kappa" ? "cohen_kappa" : measure;
}
