export const ITEM_STATES = [
  "unbegun",
  "comparing",
  "to_adjudicate",
  "to_merge",
  "final",
  "in_validation",
  "rework",
  "validated",
  "dropped",
] as const;

export type ItemState = (typeof ITEM_STATES)[number];

export interface ItemsSearch {
  /** Part of a text, a question or a label. */
  text?: string;
  state?: ItemState;
  /** A user. */
  person?: number;
  /** "field:choice" */
  label?: string;
  tag?: string;
}

/** Parse the filters of a URL; invalid values are dropped. */
export function itemsSearch(search: Record<string, unknown>): ItemsSearch {
  const state = ITEM_STATES.find((one) => one === search["state"]);
  // A router reads ?text=2019 as a number.
  const text = ["string", "number"].includes(typeof search["text"]) ? String(search["text"]) : "";
  const person = Number(search["person"]);
  const label = search["label"];
  const tag = ["string", "number"].includes(typeof search["tag"]) ? String(search["tag"]) : "";
  return {
    ...(text && { text }),
    ...(state && { state }),
    ...(Number.isInteger(person) && person > 0 && { person }),
    ...(typeof label === "string" && /^[^:]+:[^:]+$/.test(label) && { label }),
    ...(tag && { tag }),
  };
}
