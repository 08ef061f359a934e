export const IMPORT_LOCATIONS = ["files", "addresses", "bucket"] as const;
/** Location of the images: this computer, the web, or a bucket. */
export type ImportLocation = (typeof IMPORT_LOCATIONS)[number];

export interface ImportSearch {
  where?: ImportLocation;
}

/** The state of the page in the URL; other keys are dropped. */
export function importSearch(search: Record<string, unknown>): ImportSearch {
  const where = IMPORT_LOCATIONS.find((one) => one === search["where"]);
  return where ? { where } : {};
}
