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
    // What a Mac writes with Alt, and the keys beside the letters.
    ["alt+j", { key: "∆", code: "KeyJ", altKey: true }],
    ["alt+=", { key: "≠", code: "Equal", altKey: true }],
    ["alt+=", { key: "+", code: "Equal", altKey: true, shiftKey: true }],
    ["alt+-", { key: "–", code: "Minus", altKey: true }],
    ["alt+0", { key: "º", code: "Digit0", altKey: true }],
    ["alt+shift+j", { key: "J", code: "KeyJ", altKey: true, shiftKey: true }],
    ["alt+down", { key: "ArrowDown", code: "ArrowDown", altKey: true }],
    // AltGr of Windows writes letters: it comes with Ctrl.
    ["mod+alt+l", { key: "ł", code: "KeyL", altKey: true, ctrlKey: true }],
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
