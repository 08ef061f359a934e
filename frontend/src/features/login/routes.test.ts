import { expect, it } from "vitest";

import { ownPath } from "./routes";

it.each([
  ["/projects/demo/screen?x=1", "/projects/demo/screen?x=1"],
  ["https://elsewhere.example", undefined],
  ["//elsewhere.example", undefined],
  ["/\\elsewhere.example", undefined],
  [7, undefined],
])("goes back to %s only where it is our own", (wanted, followed) => {
  expect(ownPath(wanted)).toBe(followed);
});
