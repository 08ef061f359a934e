import { expect, it } from "vitest";

import { binsOf } from "./bins";

it("cuts 0 to 1 into as many equal bins as there are counts", () => {
  expect(binsOf([7, 0, 2, 1])).toEqual([
    { from: 0, to: 0.25, count: 7 },
    { from: 0.25, to: 0.5, count: 0 },
    { from: 0.5, to: 0.75, count: 2 },
    { from: 0.75, to: 1, count: 1 },
  ]);
  expect(binsOf([])).toEqual([]);
});
