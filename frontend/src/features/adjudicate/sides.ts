import { optionLetter } from "@/lib/protocol/protocol";

/** A letter for each annotator, and `←` and `→` for the two beside the final record. */
export function sideKeys(side: number): readonly string[] {
  const arrow = side === 0 ? ["left"] : side === 1 ? ["right"] : [];
  return [...arrow, optionLetter(side).toLowerCase()];
}

/**
 * The columns from left to right; the final record (null) is to the right of the first annotator.
 */
export function orderColumns(people: number): readonly (number | null)[] {
  const sides = Array.from({ length: people }, (_, side) => side);
  return [...sides.slice(0, 1), null, ...sides.slice(1)];
}
