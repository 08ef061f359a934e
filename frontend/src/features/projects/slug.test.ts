import { expect, it } from "vitest";

import { makeSlug } from "./slug";

it.each([
  ["What pictures imply", "what-pictures-imply"],
  ["  Más allá! ", "mas-alla"],
  ["图像隐喻", ""],
])("%s", (name, slug) => {
  expect(makeSlug(name)).toBe(slug);
});
