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
  /** Open the dialog of the next version once its checks have run. */
  publish?: true;
}

export function releasesSearch(search: Record<string, unknown>): ReleasesSearch {
  return search["publish"] === true ? { publish: true } : {};
}

export type ReleaseTab = (typeof TABS)[number];

export interface ReleaseSearch {
  tab?: ReleaseTab;
}

/** The open part of a release; invalid values are dropped. */
export function releaseSearch(search: Record<string, unknown>): ReleaseSearch {
  const tab = TABS.find((one) => one === search["tab"]);
  return tab ? { tab } : {};
}
