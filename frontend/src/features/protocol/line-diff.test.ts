import { describe, expect, it } from "vitest";

import { countChanges, lineDiff } from "./line-diff";

const before = Array.from({ length: 30 }, (_, at) => `line ${String(at + 1)}`).join("\n");

describe("the difference of two documents", () => {
  it("is nothing for the same text", () => {
    expect(lineDiff(before, before)).toEqual([]);
  });

  it("numbers the lines of both sides", () => {
    const after = before.replace("line 10", "line ten\nand more");
    const [hunk = [], ...rest] = lineDiff(before, after);
    expect(rest).toEqual([]);
    expect(hunk.map(({ kind, before: old, after: now }) => [kind, old, now])).toEqual([
      ["same", 7, 7],
      ["same", 8, 8],
      ["same", 9, 9],
      ["deleted", 10, null],
      ["inserted", null, 10],
      ["inserted", null, 11],
      ["same", 11, 12],
      ["same", 12, 13],
      ["same", 13, 14],
    ]);
    expect(countChanges([hunk])).toEqual({ inserted: 2, deleted: 1 });
  });

  it("keeps what is far apart in pieces, and knows no line about line ends", () => {
    const after = before.replace("line 2\n", "").replace("line 30", "end");
    const hunks = lineDiff(before, after);
    expect(hunks).toHaveLength(2);
    expect(hunks.flat().some(({ text }) => text.includes("newline"))).toBe(false);
  });
});
