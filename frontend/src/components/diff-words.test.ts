import { describe, expect, it } from "vitest";

import { diffWords, shortenUnchangedParts } from "./diff-words";

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

describe("excerptOf", () => {
  const excerpt = (before: string, after: string, language: "en" | "zh") =>
    shortenUnchangedParts(diffWords(before, after, language), 4, language).map(({ text }) => text);

  it("keeps the words next to each difference", () => {
    const [start, middle, end] = [
      "one two three four ",
      " five six seven eight nine ten ",
      " 11 12 13 14",
    ];
    expect(excerpt(`${start}A${middle}B${end}`, `${start}C${middle}D${end}`, "en")).toEqual([
      "… three four ",
      "A",
      "C",
      " five six … nine ten ",
      "B",
      "D",
      " 11 12 …",
    ]);
  });

  it("keeps short texts, and the beginning of equal ones", () => {
    expect(excerpt("A clock of scissors.", "A clock of knives.", "en").join("")).toBe(
      "A clock of scissorsknives.",
    );
    const words = Array.from({ length: 20 }, (_, index) => String(index)).join(" ");
    expect(excerpt(words, words, "en")).toEqual(["0 1 2 3 4 5 6 7 …"]);
  });
});
