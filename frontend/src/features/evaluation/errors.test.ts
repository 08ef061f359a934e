import { expect, it } from "vitest";

import { firstWaiting } from "./errors";

const mine = { category: "detail_ignorance", note: "" };

it("begins at the first answer without a mark, and again at the first when all have one", () => {
  expect(firstWaiting([{ mine }, { mine: null }, { mine: null }])).toBe(1);
  expect(firstWaiting([{ mine }, { mine }])).toBe(0);
  expect(firstWaiting([])).toBe(0);
});
