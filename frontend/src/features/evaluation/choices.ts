import type { ConfusionMatrix } from "./api-scores";

const ALL = "all";

/**
 * Return the cells of a matrix by their names: a count and its share of the row. The row `all`
 * counts how often something was chosen, the column `all` how often it was the key.
 */
export function matrixCells({ rows, columns, counts }: ConfusionMatrix) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const total = sum(counts.flat());
  return (row: string, column: string): { count: number; share: number | null } => {
    const r = rows.indexOf(row);
    const c = columns.indexOf(column);
    const ofRow = counts[r] ?? [];
    const count =
      row === ALL
        ? column === ALL
          ? total
          : sum(counts.map((line) => line[c] ?? 0))
        : column === ALL
          ? sum(ofRow)
          : (ofRow[c] ?? 0);
    const whole = row === ALL || column === ALL ? total : sum(ofRow);
    return { count, share: whole === 0 ? null : count / whole };
  };
}
