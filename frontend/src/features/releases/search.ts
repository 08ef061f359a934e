export const TABS = [
  "statistics",
  "documents",
  "items",
  "changes",
  "files",
  "load",
  "runs",
] as const;

export type ReleaseTab = (typeof TABS)[number];

export interface ReleaseSearch {
  tab?: ReleaseTab;
}

/** Which part of a release is open; what makes no sense is left out. */
export function releaseSearch(search: Record<string, unknown>): ReleaseSearch {
  const tab = TABS.find((one) => one === search["tab"]);
  return tab ? { tab } : {};
}
