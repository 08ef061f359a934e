import { expect, it } from "vitest";

import { firstWaiting } from "./errors";

const marked = { waiting: false };
const waiting = { waiting: true };

it("begins at the first answer without a mark, and again at the first when all have one", () => {
  expect(firstWaiting([marked, waiting, waiting])).toBe(1);
  expect(firstWaiting([marked, marked])).toBe(0);
  expect(firstWaiting([])).toBe(0);
});
