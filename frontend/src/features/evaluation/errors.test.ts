import { expect, it } from "vitest";

import { firstUnmarkedSample } from "./errors";

const marked = { waiting: false };
const waiting = { waiting: true };

it("begins at the first answer without a mark, and again at the first when all have one", () => {
  expect(firstUnmarkedSample([marked, waiting, waiting])).toBe(1);
  expect(firstUnmarkedSample([marked, marked])).toBe(0);
  expect(firstUnmarkedSample([])).toBe(0);
});
