/** Where a marker begins: the first answer without their mark, else the first. */
export function firstWaiting(rows: readonly { readonly mine: unknown }[]): number {
  return Math.max(
    0,
    rows.findIndex(({ mine }) => mine === null),
  );
}
