export const WHERE = ["files", "addresses", "bucket"] as const;
/** Location of the images: this computer, the web, or a bucket. */
export type Where = (typeof WHERE)[number];

export interface ImportSearch {
  where?: Where;
}

/** The state of the page in the URL; other keys are dropped. */
export function importSearch(search: Record<string, unknown>): ImportSearch {
  const where = WHERE.find((one) => one === search["where"]);
  return where ? { where } : {};
}
