import { expect, it } from "vitest";

import { parseGuidelineBlocks, splitLead } from "./blocks";

it("reads headings, lists and paragraphs as they were typed", () => {
  expect(
    parseGuidelineBlocks("# First\nLook.\n\n1. Labels. Choose.\n2. Texts.\n- one\n\nEnd."),
  ).toEqual([
    { kind: "heading", text: "First" },
    { kind: "paragraph", text: "Look." },
    { kind: "list", ordered: true, entries: ["Labels. Choose.", "Texts."] },
    { kind: "list", ordered: false, entries: ["one"] },
    { kind: "paragraph", text: "End." },
  ]);
});

it("takes an uploaded image on a line of its own, and no other address", () => {
  const name = `${"0a".repeat(16)}.png`;
  expect(
    parseGuidelineBlocks(`Look.\n![A boot](${name})\n![x](https://elsewhere.org/x.png)`),
  ).toEqual([
    { kind: "paragraph", text: "Look." },
    { kind: "image", name, text: "A boot" },
    { kind: "paragraph", text: "![x](https://elsewhere.org/x.png)" },
  ]);
});

it("sets off what an entry is about", () => {
  expect(splitLead("Labels. Choose one.")).toEqual({ lead: "Labels.", rest: "Choose one." });
  expect(splitLead("标签。请选择一项。")).toEqual({ lead: "标签。", rest: "请选择一项。" });
  expect(splitLead("Choose one")).toEqual({ lead: "", rest: "Choose one" });
});
