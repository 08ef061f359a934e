/** Start of a marker: the first response without their mark, else the first. */
export function firstUnmarkedSample(rows: readonly { readonly waiting: boolean }[]): number {
  return Math.max(
    0,
    rows.findIndex(({ waiting }) => waiting),
  );
}
