import { describe, expect, it } from "vitest";

import { Geometry, isLong, wheelFactor } from "./zoom-geometry";

const PANE = { width: 800, height: 700 };
const STRIP = { width: 500, height: 9000 };
const PHOTO = { width: 4000, height: 3000 };
const BANNER = { width: 9000, height: 500 };
const CENTRE = { x: 0, y: 0 };

describe("the fits", () => {
  it.each([
    ["a strip", STRIP, true],
    ["a photo", PHOTO, false],
    ["a banner", BANNER, false],
    ["a small strip, which is legible", { width: 40, height: 400 }, false],
  ])("know whether %s is long", (_, image, long) => {
    expect(isLong(image, PANE)).toBe(long);
  });

  it.each([
    ["whole", STRIP, 700 / 9000],
    ["fill", STRIP, 1.6],
    ["actual", STRIP, 0.5],
    ["fill", BANNER, 1.4],
    ["whole", { width: 100, height: 100 }, 2],
    ["fill", { width: 100, height: 100 }, 2],
  ] as const)("scale an image: %s, %o", (fit, image, scale) => {
    expect(new Geometry(image, PANE, fit, 2).view(null).scale).toBeCloseTo(scale, 6);
  });

  it("begin at the top left and centre what is smaller", () => {
    const view = new Geometry(STRIP, PANE, "fill", 1).view(null);
    expect(view).toEqual({ scale: 1.6, x: 0, y: (9000 * 1.6 - 700) / 2 });
    expect(new Geometry(PHOTO, PANE, "actual", 1).view(null)).toEqual({
      scale: 1,
      x: 1600,
      y: 1150,
    });
  });
});

describe("zooming and panning", () => {
  it("keeps the point under the pointer", () => {
    const geometry = new Geometry(PHOTO, PANE, "whole", 1);
    const before = geometry.view(null);
    const at = { x: 50, y: -40 };
    const after = geometry.zoomed(before, 3, at);
    expect((at.x - after.x) / after.scale).toBeCloseTo((at.x - before.x) / before.scale);
    expect((at.y - after.y) / after.scale).toBeCloseTo((at.y - before.y) / before.scale);
  });

  it("goes no further than the edges, the whole image and 8 pixels a pixel", () => {
    const geometry = new Geometry(PHOTO, PANE, "whole", 1);
    const whole = geometry.view(null);
    expect(geometry.zoomed(whole, 0.1, CENTRE)).toEqual(whole);
    expect(geometry.zoomed(whole, 1000, CENTRE).scale).toBe(8);
    expect(geometry.panned(whole, { x: 900, y: 900 })).toEqual(whole);
    const near = geometry.zoomed(whole, 5, CENTRE);
    expect(geometry.panned(near, { x: 1e6, y: 0 }).x).toBe((4000 * near.scale - 800) / 2);
  });

  it("stays at the same part of the image when the pane gets another size", () => {
    const wide = new Geometry(STRIP, PANE, "fill", 1);
    const moved = wide.movement(wide.panned(wide.view(null), { x: 0, y: -3000 }));
    const narrow = new Geometry(STRIP, { width: 400, height: 700 }, "fill", 1).view(moved);
    expect(narrow.scale).toBe(0.8);
    expect(narrow.y / (9000 * 0.8)).toBeCloseTo(moved.along);
  });
});

describe("the wheel", () => {
  it("zooms by a quarter a notch, and as much by as many pixels of a trackpad", () => {
    expect(wheelFactor(-120, false)).toBeCloseTo(1.24, 2);
    expect(wheelFactor(-3, false) ** 40).toBeCloseTo(wheelFactor(-120, false), 6);
    expect(wheelFactor(120, false) * wheelFactor(-120, false)).toBeCloseTo(1);
  });

  it("follows a pinch, and is calm with Ctrl and when it is spun", () => {
    expect(wheelFactor(-5, true)).toBeCloseTo(1.05, 2);
    expect(wheelFactor(-120, true)).toBeCloseTo(1.22, 2);
    expect(wheelFactor(-5000, false)).toBeLessThan(1.6);
  });
});
