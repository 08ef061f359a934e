export const TABS = [
  "statistics",
  "documents",
  "items",
  "changes",
  "files",
  "load",
  "runs",
] as const;

export interface ReleasesSearch {
  /** Ask for what publishing the next version needs, once its checks have passed. */
  publish?: true;
}

export function releasesSearch(search: Record<string, unknown>): ReleasesSearch {
  return search["publish"] === true ? { publish: true } : {};
}

export type ReleaseTab = (typeof TABS)[number];

export interface ReleaseSearch {
  tab?: ReleaseTab;
}

/** Which part of a release is open; what makes no sense is left out. */
export function releaseSearch(search: Record<string, unknown>): ReleaseSearch {
  const tab = TABS.find((one) => one === search["tab"]);
  return tab ? { tab } : {};
}
