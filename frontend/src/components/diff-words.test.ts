import { describe, expect, it } from "vitest";

import { diffWords } from "./diff-words";

const changes = (before: string, after: string, language: "en" | "zh") =>
  diffWords(before, after, language)
    .filter((part) => part.kind !== "same")
    .map((part) => [part.kind, part.text]);

describe("diffWords", () => {
  it("marks whole words in English", () => {
    expect(changes("A clock of scissors.", "A clock of knives.", "en")).toEqual([
      ["deleted", "scissors"],
      ["inserted", "knives"],
    ]);
  });

  it("marks Chinese by its words, not by the whole sentence", () => {
    expect(changes("时间就像一把剪刀", "时间就像一把锁", "zh")).toEqual([
      ["deleted", "剪刀"],
      ["inserted", "锁"],
    ]);
  });

  it("can always be read back as either text", () => {
    const parts = diffWords("one two  three", "one 2 three four", "en");
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map((part) => part.text)
        .join("");
    expect(without("inserted")).toBe("one two  three");
    expect(without("deleted")).toBe("one 2 three four");
  });
});
