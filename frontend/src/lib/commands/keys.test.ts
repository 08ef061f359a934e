import { describe, expect, it } from "vitest";

import { ariaShortcut } from "./aria";
import { keyLabel, keyOf } from "./keys";

describe("keyOf", () => {
  it.each<[string, KeyboardEventInit]>([
    ["k", { key: "k" }],
    ["shift+r", { key: "R", shiftKey: true }],
    ["?", { key: "?", shiftKey: true }],
    ["+", { key: "+", shiftKey: true }],
    ["mod+enter", { key: "Enter", metaKey: true }],
    ["mod+shift+z", { key: "Z", ctrlKey: true, shiftKey: true }],
    ["left", { key: "ArrowLeft" }],
    ["space", { key: " " }],
  ])("writes %s", (notation, init) => {
    expect(keyOf(new KeyboardEvent("keydown", init))).toBe(notation);
  });
});

it("prints keys as people know them", () => {
  expect(["k", "mod+enter", "left", "shift+r", "+", "esc"].map(keyLabel)).toEqual([
    "K",
    "Ctrl ↵",
    "←",
    "⇧ R",
    "+",
    "Esc",
  ]);
});

it("tells keys to assistive technology in its own notation", () => {
  expect(ariaShortcut(["mod+enter", "+"])).toBe("Control+Enter Plus");
  expect(ariaShortcut([])).toBeUndefined();
});
