import { expect, it } from "vitest";

import { matrixCells } from "./choices";

const cells = matrixCells({
  rows: ["A", "B"],
  columns: ["A", "B", "miss"],
  counts: [
    [3, 1, 0],
    [2, 0, 0],
  ],
});

it("gives counts and their share of the row", () => {
  expect(cells("A", "B")).toEqual({ count: 1, share: 0.25 });
  expect(cells("B", "miss")).toEqual({ count: 0, share: 0 });
});

it("sums what was chosen and what was the key, of everything", () => {
  expect(cells("all", "A")).toEqual({ count: 5, share: 5 / 6 });
  expect(cells("A", "all")).toEqual({ count: 4, share: 4 / 6 });
  expect(cells("all", "all")).toEqual({ count: 6, share: 1 });
});

it("has no share of nothing", () => {
  expect(matrixCells({ rows: ["A"], columns: ["A"], counts: [[0]] })("A", "A").share).toBeNull();
});
