import { describe, expect, it } from "vitest";

import { fieldTitle, textsBeforeAndAfter } from "./difference";

const titles = {
  fields: [
    {
      id: "emotion",
      title: "Emotion",
      multiple: false,
      ordered: false,
      choices: [
        { id: "negative", title: "Negative", items: 1, questions: 1, share: 0.5 },
        { id: "neutral", title: "Neutral", items: 1, questions: 1, share: 0.5 },
      ],
    },
  ],
  lengths: [{ what: "explanation", title: "Explanation", unit: "words" as const, mean: 3 }],
};

describe("difference", () => {
  it("shows labels by their titles", () => {
    const change = {
      what: "label" as const,
      where: "emotion",
      before: ["negative"],
      after: ["negative", "neutral"],
    };
    expect(fieldTitle(change, titles)).toBe("Emotion");
    expect(textsBeforeAndAfter(change, titles)).toEqual({
      before: "Negative",
      after: "Negative\nNeutral",
    });
  });

  it("keeps the name of what has no title", () => {
    expect(fieldTitle({ what: "label", where: "gone", before: [], after: [] }, titles)).toBe(
      "gone",
    );
  });

  it("shows what came or went as an empty side", () => {
    const change = { what: "question_added" as const, where: "q-1", before: null, after: "Why?" };
    expect(fieldTitle(change, titles)).toBe("");
    expect(textsBeforeAndAfter(change, titles)).toEqual({ before: "", after: "Why?" });
  });

  it("writes a record line by line", () => {
    const change = {
      what: "image" as const,
      where: "abc",
      before: { licence: "CC0-1.0", source: "Drawn" },
      after: { licence: "CC-BY-4.0", source: "Drawn" },
    };
    expect(textsBeforeAndAfter(change, titles).after).toBe("licence: CC-BY-4.0\nsource: Drawn");
  });
});
