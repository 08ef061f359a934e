import { describe, expect, it } from "vitest";

import { optionMark, positionOfSample } from "./samples";
import { evaluationSearch, runSearch } from "./search";

describe("samples", () => {
  const rows = [{ id: 7 }, { id: 9 }];

  it("shows the one in the address, else the first", () => {
    expect(positionOfSample(rows, 9, false)).toBe(1);
    expect(positionOfSample(rows, undefined, false)).toBe(0);
    expect(positionOfSample(rows, 4, false)).toBe(0);
    expect(positionOfSample([], undefined, false)).toBeUndefined();
  });

  it("waits for one that may be on a later page", () => {
    expect(positionOfSample(rows, 40, true)).toBeUndefined();
  });

  it("marks the key and what the model chose", () => {
    const wrong = { answer: "C", letter: "A" };
    expect(["A", "B", "C"].map((letter) => optionMark(letter, wrong))).toEqual([
      "chosen",
      "none",
      "key",
    ]);
    expect(optionMark("C", { answer: "C", letter: "C" })).toBe("right");
    expect(optionMark("A", { answer: "C", letter: "" })).toBe("none");
  });
});

describe("the address", () => {
  it("keeps what makes sense", () => {
    expect(runSearch({ tab: "samples", outcome: "miss", field: "emotion", choice: 3 })).toEqual({
      tab: "samples",
      outcome: "miss",
      field: "emotion",
      choice: "3",
    });
    expect(evaluationSearch({ version: "1.0.0", published: true })).toEqual({
      version: "1.0.0",
      published: true,
    });
  });

  it("drops the rest", () => {
    expect(runSearch({ tab: "x", outcome: "x", choice: "negative", sample: "x" })).toEqual({});
    expect(evaluationSearch({ published: "x", version: null })).toEqual({});
  });
});
