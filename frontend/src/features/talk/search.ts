export const TALK_FILTERS = ["waiting", "answered", "closed", "dissent", "gaps", "all"] as const;

export type TalkFilter = (typeof TALK_FILTERS)[number];

/** Filter of the discussions; by default all. */
export function talkSearch(search: Record<string, unknown>): { show?: TalkFilter } {
  const show = TALK_FILTERS.find((filter) => filter === search["show"]);
  return show ? { show } : {};
}
