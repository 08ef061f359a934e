export const FILTERS = ["waiting", "answered", "closed", "dissent", "gaps", "all"] as const;

export type TalkFilter = (typeof FILTERS)[number];

/** Filter of the discussions; by default all. */
export function talkSearch(search: Record<string, unknown>): { show?: TalkFilter } {
  const show = FILTERS.find((filter) => filter === search["show"]);
  return show ? { show } : {};
}
