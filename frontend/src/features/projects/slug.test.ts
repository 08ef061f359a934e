import { expect, it } from "vitest";

import { slugOf } from "./slug";

it.each([
  ["What pictures imply", "what-pictures-imply"],
  ["  Más allá! ", "mas-alla"],
  ["图像隐喻", ""],
])("%s", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});
