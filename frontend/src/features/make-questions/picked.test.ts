import { expect, it } from "vitest";

import { isWhole, toggleWord } from "./picked";

it("fills the first open place and opens it again", () => {
  const open = ["", "addictive", ""];
  expect(toggleWord(open, "bitter")).toEqual(["bitter", "addictive", ""]);
  expect(toggleWord(["bitter", "addictive", ""], "bitter")).toEqual(open);
  expect(toggleWord(["bitter", "addictive", "hot"], "dark")).toEqual([
    "bitter",
    "addictive",
    "hot",
  ]);
});

it("is whole with every option once", () => {
  expect(isWhole({ options: ["a", "b"] })).toBe(true);
  expect(isWhole({ options: ["a", " "] })).toBe(false);
  expect(isWhole({ options: ["Hot", "hot "] })).toBe(false);
});
