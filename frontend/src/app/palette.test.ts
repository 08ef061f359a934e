import { describe, expect, it } from "vitest";

import { darkPalette, lightPalette, type ColorPalette } from "./palette";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

describe.each<[string, ColorPalette]>([
  ["light", lightPalette],
  ["dark", darkPalette],
])("the %s palette", (_name, palette) => {
  it.each(["ink", "muted", "accent", "good", "warn", "bad"] as const)(
    "%s can be read on ground and surface (WCAG AA)",
    (tone) => {
      expect(contrast(palette[tone], palette.ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(palette[tone], palette.surface)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("what stands on a tinted ground can be read", () => {
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.accent, palette.accentSoft)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette.inserted)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette.deleted)).toBeGreaterThanOrEqual(4.5);
  });

  it("graphics and the borders of controls stand out (3 : 1)", () => {
    expect(contrast(palette.data, palette.ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette.lineStrong, palette.surface)).toBeGreaterThanOrEqual(3);
  });
});
