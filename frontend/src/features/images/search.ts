import type { components } from "@/api/generated";

export type ImageStatus = components["schemas"]["ImageStatus"];

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

/** Parse the filters of a URL; invalid values are dropped. */
export function imagesSearch(search: Record<string, unknown>): ImagesSearch {
  // The server knows the states; an unknown one gives no image.
  const status = typeof search["status"] === "string" ? search["status"] : "";
  // A router reads ?search=2019 as a number.
  const words = ["string", "number"].includes(typeof search["search"])
    ? String(search["search"])
    : "";
  const source = id(search["source"]);
  const job = id(search["job"]);
  return {
    ...(status && { status: status as ImageStatus }),
    ...(words && { search: words }),
    ...(source && { source }),
    ...(job && { job }),
  };
}
