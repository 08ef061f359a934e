/** How an image lies in its pane. Lengths are in CSS pixels, offsets from the pane's centre. */

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** `scale`: CSS pixels per pixel of the image; `x`, `y`: offset of the image's centre. */
export interface View extends Point {
  scale: number;
}

/** The whole image; as wide as the pane (a wide image: as high); its own pixels. */
export const FITS = ["whole", "fill", "actual"] as const;
export type Fit = (typeof FITS)[number];

/** What a view is relative to a fit: it outlives a new size of the pane. */
export interface Movement {
  zoom: number;
  /** Offset of the image's centre in widths and heights of the shown image. */
  across: number;
  along: number;
}

export const UNMOVED: Movement = { zoom: 1, across: 0, along: 0 };

/** An image that fits is enlarged at most to twice its size. */
const MAX_ENLARGEMENT = 2;
/** Fitted whole, a long image would use less than 1/2.5 of the pane's width. */
const LONG = 2.5;
/** Limits of the scale: relative to the whole image, and per pixel of the image. */
const MAX_ZOOM = 12;
const MAX_PIXEL = 8;

/** What a pixel of the wheel adds to the logarithm of the scale; a notch has 120: 1.24×. */
const WHEEL_RATE = 0.0018;
/** Browsers send a pinch as a wheel with Ctrl whose pixels are hundredths of it. */
const PINCH_RATE = 0.01;
/** Most that one event changes: a notch with Ctrl is 1.22×, a spun wheel 1.54×. */
const MAX_WHEEL = 240;
const MAX_PINCH = 20;

const widthScale = (image: Size, pane: Size) => pane.width / image.width;
const heightScale = (image: Size, pane: Size) => pane.height / image.height;

function wholeScale(image: Size, pane: Size): number {
  return Math.min(widthScale(image, pane), heightScale(image, pane), MAX_ENLARGEMENT);
}

/** Return whether an image is reduced to a narrow strip where it is shown whole. */
export function isLong(image: Size, pane: Size): boolean {
  const whole = heightScale(image, pane);
  return whole < 1 && widthScale(image, pane) >= LONG * whole;
}

function fitScale(fit: Fit, image: Size, pane: Size, density: number): number {
  if (fit === "actual") return 1 / density;
  if (fit === "whole") return wholeScale(image, pane);
  const fills = Math.max(widthScale(image, pane), heightScale(image, pane));
  return Math.min(fills, MAX_ENLARGEMENT);
}

/** How far the image may lie from the centre: until its edge meets that of the pane. */
function reach(image: Size, pane: Size, scale: number): Point {
  return {
    x: Math.max(0, (image.width * scale - pane.width) / 2),
    y: Math.max(0, (image.height * scale - pane.height) / 2),
  };
}

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

function within(view: View, image: Size, pane: Size): View {
  const { x, y } = reach(image, pane, view.scale);
  return { scale: view.scale, x: between(-x, view.x, x), y: between(-y, view.y, y) };
}

/** An image of a size in a pane of a size, fitted in one way. */
export class Geometry {
  private readonly image: Size;
  private readonly pane: Size;
  /** Device pixels per CSS pixel. */
  private readonly density: number;
  /** The scale of the fit. */
  private readonly fitted: number;

  constructor(image: Size, pane: Size, fit: Fit, density: number) {
    this.image = image;
    this.pane = pane;
    this.density = density;
    this.fitted = fitScale(fit, image, pane, density);
  }

  /** The view of a movement; without one the image begins at its top and left edge. */
  view(movement: Movement | null): View {
    const { image, pane, fitted } = this;
    if (!movement) return within({ scale: fitted, x: Infinity, y: Infinity }, image, pane);
    const scale = fitted * movement.zoom;
    const x = movement.across * image.width * scale;
    const y = movement.along * image.height * scale;
    return within({ scale, x, y }, image, pane);
  }

  movement({ scale, x, y }: View): Movement {
    const { image, fitted } = this;
    return {
      zoom: scale / fitted,
      across: x / (image.width * scale),
      along: y / (image.height * scale),
    };
  }

  /** Zoom by a factor, so that the point of the image under `at` stays there. */
  zoomed(view: View, factor: number, at: Point): View {
    const { image, pane, density, fitted } = this;
    const whole = wholeScale(image, pane);
    const least = Math.min(whole, fitted, 1 / density);
    const most = Math.max(whole * MAX_ZOOM, fitted, MAX_PIXEL / density);
    const scale = between(least, view.scale * factor, most);
    const grown = scale / view.scale;
    const x = at.x - (at.x - view.x) * grown;
    const y = at.y - (at.y - view.y) * grown;
    return within({ scale, x, y }, image, pane);
  }

  panned(view: View, by: Point): View {
    return within({ ...view, x: view.x + by.x, y: view.y + by.y }, this.image, this.pane);
  }

  /** Whether the image is larger than the pane, by direction. */
  overflow({ scale }: View): { across: boolean; along: boolean } {
    const { x, y } = reach(this.image, this.pane, scale);
    return { across: x > 0.5, along: y > 0.5 };
  }
}

/** The factor by which an event of the wheel zooms. `pinch`: with Ctrl, or two fingers on a trackpad. */
export function wheelFactor(pixels: number, pinch: boolean): number {
  return pinch
    ? Math.exp(-PINCH_RATE * between(-MAX_PINCH, pixels, MAX_PINCH))
    : Math.exp(-WHEEL_RATE * between(-MAX_WHEEL, pixels, MAX_WHEEL));
}
