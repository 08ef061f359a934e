import { expect, test } from "vitest";

import { groupByFolder } from "./files";

const file = (path: string, bytes: number) => ({ path, bytes, sha256: "" });

test("what lies deeper belongs to its first folder", () => {
  const readme = file("README.md", 1);
  const picture = file("images/a.png", 2);
  const deep = file("images/more/b.png", 3);
  expect(groupByFolder([readme, picture, deep])).toEqual({
    top: [readme],
    folders: [{ name: "images", files: [picture, deep], bytes: 5 }],
  });
});
