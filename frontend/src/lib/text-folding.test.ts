import { expect, it } from "vitest";

import { containsText, filterOptions } from "./text-folding";

it.each([
  ["cafe\u0301 noir", "café"],
  ["café noir", "CAFE\u0301"],
  ["ＡＢＣ１２", "abc12"],
  ["abc", "ＡＢＣ"],
  ["she said “no”", 'said "no"'],
  ["it’s", "it's"],
  ["2019–2020", "2019-2020"],
  ["Straße", "STRASSE"],
  ["ﬁre", "fire"],
  ["co\u00ADop\u200Beration", "cooperation"],
])("finds in %s what is typed as %s", (text, typed) => {
  expect(containsText(text, ` ${typed}\u3000`)).toBe(true);
});

it("keeps accents and words apart", () => {
  expect(containsText("café", "cafe")).toBe(false);
});

it("filters the options of a select, also those in groups", () => {
  const one = { value: "a", label: "Ａ “one”", disabled: false };
  const two = { value: "b", label: "two", disabled: false };
  const options = [{ group: "all", items: [one, two] }, two];
  expect(filterOptions({ options, search: 'a "one', limit: Infinity })).toEqual([
    { group: "all", items: [one] },
  ]);
});
