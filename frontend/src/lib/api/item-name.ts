interface NamedItem {
  /** For organizers. */
  item_number: number | null;
  /** For annotators: the code of their assignment. */
  item_code: string | null;
}

/** Return the reader's name of an item; a dash if they have none. */
export const itemName = ({ item_number, item_code }: NamedItem): string =>
  item_code ?? (item_number === null ? "–" : String(item_number));

/** Return whether the reader has a name for it: a validator has no assignment of the item. */
export const hasName = ({ item_number, item_code }: NamedItem): boolean =>
  item_code !== null || item_number !== null;
