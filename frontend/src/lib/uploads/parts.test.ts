import { describe, expect, it, vi } from "vitest";

import {
  goesOn,
  mergeFiles,
  missingParts,
  type FilePart,
  splitIntoParts,
  sendAllParts,
} from "./parts";

const file = (path: string, text: string) => ({ path, file: new File([text], path) });

describe("partsOf", () => {
  it("cuts a file so that the pieces are the file again", async () => {
    const parts = splitIntoParts([file("a.zip", "abcdefgh")], 3);
    expect(parts.map(({ number, of, size }) => [number, of, size])).toEqual([
      [0, 3, 3],
      [1, 3, 3],
      [2, 3, 2],
    ]);
    expect(await new Blob(parts.map((part) => part.content())).text()).toBe("abcdefgh");
  });

  it("sends an empty file too: the server says why it is refused", () => {
    expect(splitIntoParts([file("empty.png", "")], 3)).toMatchObject([
      { number: 0, of: 1, size: 0 },
    ]);
  });
});

describe("going on with an upload", () => {
  const parts = splitIntoParts([file("a.png", "abcd"), file("b.png", "ef")], 3);

  it("sends only what has not arrived", () => {
    const arrived = [{ path: "a.png", number: 0, of: 2 }];
    expect(goesOn(parts, arrived)).toBe(true);
    expect(missingParts(parts, arrived).map(({ path, number }) => [path, number])).toEqual([
      ["a.png", 1],
      ["b.png", 0],
    ]);
  });

  it("does not mix with other files or another cut of the same file", () => {
    expect(goesOn(parts, [{ path: "c.png", number: 0, of: 1 }])).toBe(false);
    expect(goesOn(parts, [{ path: "a.png", number: 0, of: 3 }])).toBe(false);
  });
});

describe("sendAll", () => {
  const parts = splitIntoParts([file("a", "abcdefghij")], 1);

  it("sends every piece once, never more than a few at a time", async () => {
    let flying = 0;
    let most = 0;
    const sent: FilePart[] = [];
    await sendAllParts(
      parts,
      async () => {
        flying += 1;
        most = Math.max(most, flying);
        await Promise.resolve();
        flying -= 1;
      },
      (part) => sent.push(part),
      2,
    );
    expect(most).toBe(2);
    expect(new Set(sent)).toEqual(new Set(parts));
    expect(sent).toHaveLength(parts.length);
  });

  it("stops at the first failure and says what it was", async () => {
    const send = vi.fn<(part: FilePart) => Promise<void>>(({ number }) =>
      number === 2 ? Promise.reject(new Error("no answer")) : Promise.resolve(),
    );
    await expect(sendAllParts(parts, send, () => undefined, 1)).rejects.toThrow("no answer");
    expect(send).toHaveBeenCalledTimes(3);
  });
});

describe("merged", () => {
  it("has every path once and nothing that a system left there", () => {
    const chosen = mergeFiles(
      [file("x/a.png", "old")],
      [file("x/a.png", "newer"), file("x/.DS_Store", "?"), file("x/b.png", "b")],
    );
    expect(chosen.map(({ path, file: { size } }) => [path, size])).toEqual([
      ["x/a.png", 5],
      ["x/b.png", 1],
    ]);
  });
});
