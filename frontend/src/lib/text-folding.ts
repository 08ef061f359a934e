import type { ComboboxParsedItem, OptionsFilter } from "@mantine/core";

const SAME: readonly (readonly [RegExp, string])[] = [
  [/[“”„‟«»「」『』〝〞〟]/gu, '"'],
  [/[‘’‚‛‹›ʼ′`´]/gu, "'"],
  [/[‐‑‒–—―−]/gu, "-"],
  [/[\u00AD\u200B-\u200D\u2060\uFEFF]|\uFE0E|\uFE0F/gu, ""],
];

const unify = (text: string) =>
  SAME.reduce((left, [shapes, one]) => left.replace(shapes, one), text);

/** A text as searches compare it, like `core.domain.text_folding` on the server. */
export function foldText(text: string): string {
  return unify(unify(text).normalize("NFKC").toUpperCase().normalize("NFKC"));
}

/** Whether a text contains what somebody typed. */
export function containsText(text: string, typed: string): boolean {
  return foldText(text).includes(foldText(typed.trim()));
}

const matching = (
  items: readonly ComboboxParsedItem[],
  search: string,
): readonly ComboboxParsedItem[] =>
  items.flatMap((item): ComboboxParsedItem[] => {
    if (!("group" in item)) return containsText(item.label, search) ? [item] : [];
    const found = item.items.filter(({ label }) => containsText(label, search));
    return found.length > 0 ? [{ group: item.group, items: found }] : [];
  });

/** The options of a searchable select that contain what somebody typed. */
export const filterOptions: OptionsFilter = ({ options, search }) => [...matching(options, search)];
