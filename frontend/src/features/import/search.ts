export const WHERE = ["files", "addresses", "bucket"] as const;
/** Where the pictures are: on this computer, on the web, or in a bucket. */
export type Where = (typeof WHERE)[number];

export interface ImportSearch {
  where?: Where;
}

/** What the address says of the page; anything else in it is nobody's. */
export function importSearch(search: Record<string, unknown>): ImportSearch {
  const where = WHERE.find((one) => one === search["where"]);
  return where ? { where } : {};
}
