/** `←` and `→` for the two who stand beside the final record, numbers for all. */
export function sideKeys(side: number): readonly string[] {
  const arrow = side === 0 ? ["left"] : side === 1 ? ["right"] : [];
  return [...arrow, String(side + 1)];
}

/** The columns from left to right: the final record (null) stands right of the first person. */
export function columnsOf(people: number): readonly (number | null)[] {
  const sides = Array.from({ length: people }, (_, side) => side);
  return [...sides.slice(0, 1), null, ...sides.slice(1)];
}
