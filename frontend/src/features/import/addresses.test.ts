import { describe, expect, it } from "vitest";

import { parseImageAddresses, listFile, mayBePublished } from "./addresses";

const chosen = (path: string) => ({ path, file: new File([], path) });

describe("addresses, one a line", () => {
  it("takes each once and leaves remarks and blank lines out", () => {
    const text =
      "# found by hand\nhttps://a.example/1.png\n\n  http://b.example/2 \nhttps://a.example/1.png";
    expect(parseImageAddresses(text)).toEqual({
      list: ["https://a.example/1.png", "http://b.example/2"],
      wrong: null,
    });
  });

  it.each([
    "a.png",
    "ftp://a.example/x",
    "javascript:alert(1)",
    "http://",
    "https:///x",
    "https://a b",
  ])("names the line of %s", (line) => {
    expect(parseImageAddresses(`https://a.example/1\n${line}`).wrong).toEqual({
      line: 2,
      text: line,
    });
  });

  it("becomes the file that the server reads", async () => {
    const { path, file } = listFile(["https://a.example/1", "https://a.example/2"]);
    expect(path).toBe("addresses.txt");
    expect(await file.text()).toBe("https://a.example/1\nhttps://a.example/2");
  });
});

describe("whether files may be a published benchmark", () => {
  it("asks where there is JSON or an archive", () => {
    expect(mayBePublished([chosen("a/1.png"), chosen("a/test.json")])).toBe(true);
    expect(mayBePublished([chosen("set.tar.gz")])).toBe(true);
    expect(mayBePublished([chosen("a/1.png"), chosen("a/list.txt")])).toBe(false);
  });
});
