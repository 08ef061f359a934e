/** Where a marker begins: the first answer that waits for their mark, else the first. */
export function firstWaiting(rows: readonly { readonly waiting: boolean }[]): number {
  return Math.max(
    0,
    rows.findIndex(({ waiting }) => waiting),
  );
}
