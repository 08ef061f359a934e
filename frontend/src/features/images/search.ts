import type { components } from "@/api/generated";

export type ImageStatus = components["schemas"]["ImageStatus"];

/** In the order of the chain. */
export const STATUSES = [
  "imported",
  "duplicate",
  "too_much_text",
  "in_screening",
  "discarded",
  "accepted",
  "withdrawn",
] as const satisfies readonly ImageStatus[];

export interface ImagesSearch {
  status?: ImageStatus;
  /** Part of a path. */
  search?: string;
  source?: number;
  /** An import. */
  job?: number;
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** Read the filters from an address; what makes no sense is left out. */
export function imagesSearch(search: Record<string, unknown>): ImagesSearch {
  const status = STATUSES.find((one) => one === search["status"]);
  // A router reads ?search=2019 as a number.
  const words = ["string", "number"].includes(typeof search["search"])
    ? String(search["search"])
    : "";
  const source = id(search["source"]);
  const job = id(search["job"]);
  return {
    ...(status && { status }),
    ...(words && { search: words }),
    ...(source && { source }),
    ...(job && { job }),
  };
}
