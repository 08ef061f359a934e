import { describe, expect, it } from "vitest";

import {
  choicesUnder,
  textLength,
  lengthVerdict,
  optionLetter,
  optionCount,
  type SentenceField,
  templateParts,
} from "./protocol";
import { labelsWith } from "./record";
import { category, protocol, subfield } from "./testing";

describe("length", () => {
  it.each([
    ["  two  words\n", "words", 2],
    ["", "words", 0],
    ["图片 有\n隐喻。", "characters", 6],
    ["𠮷野", "characters", 2],
  ] as const)("counts %j in %s", (text, unit, count) => {
    expect(textLength(text, unit)).toBe(count);
  });

  it("is judged by the limits, not by the target", () => {
    const limits = { unit: "words", minimum: 2, target: 3, maximum: 5 } as const;
    expect([1, 2, 4, 6].map((count) => lengthVerdict(count, limits))).toEqual([
      "short",
      "fits",
      "fits",
      "long",
    ]);
  });
});

describe("protocol", () => {
  it("offers the choices under what was chosen above", () => {
    expect(choicesUnder(category, {})).toHaveLength(2);
    expect(choicesUnder(subfield, {})).toEqual([]);
    expect(choicesUnder(subfield, { category: ["art"] }).map(({ id }) => id)).toEqual(["music"]);
  });

  it("knows how many options a question has, and their letters", () => {
    expect(optionCount(protocol.questions, "primary")).toBe(2);
    expect(optionCount(protocol.questions, null)).toBe(3);
    expect([0, 1, 25].map(optionLetter)).toEqual(["A", "B", "Z"]);
  });

  it("cuts a template into words and slots", () => {
    const slot = { id: "b", title: { en: "B" }, help: null, parent: null };
    const field: SentenceField = {
      kind: "sentence",
      id: "caption",
      title: { en: "Caption" },
      help: null,
      examples: [],
      required: true,
      template: "as {b} as ever",
      slots: [slot],
    };
    expect(templateParts(field)).toEqual([{ text: "as " }, { slot }, { text: " as ever" }]);
  });
});

describe("record", () => {
  it("drops a choice whose parent is not chosen any more", () => {
    const both = labelsWith(protocol, { category: ["art"] }, "subfield", ["music"]);
    expect(both).toEqual({ category: ["art"], subfield: ["music"] });
    expect(labelsWith(protocol, both, "category", ["science"])).toEqual({
      category: ["science"],
      subfield: [],
    });
  });

  it("chooses what lies above a choice", () => {
    expect(labelsWith(protocol, { category: ["art"] }, "subfield", ["physics"])).toEqual({
      category: ["science"],
      subfield: ["physics"],
    });
  });
});
