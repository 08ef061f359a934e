/** Return `value` clamped to the range and rounded to the nearest step. */
export function snap(value: number, min: number, max: number, step: number): number {
  const steps = Math.round((value - min) / step);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  const snapped = Number((min + steps * step).toFixed(decimals));
  return Math.min(Math.max(snapped, min), max);
}

/** Return the position of `value` in the range, 0 to 1. */
export function shareOf(value: number, min: number, max: number): number {
  if (max <= min) return 0;
  return Math.min(Math.max((value - min) / (max - min), 0), 1);
}

export function percentOf(value: number, min: number, max: number): string {
  return `${String(shareOf(value, min, max) * 100)}%`;
}

/** Return a slider's value after an arrow, page, home or end key; undefined for other keys. */
export function sliderKey(
  key: string,
  { value, min, max, step }: { value: number; min: number; max: number; step: number },
): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return snap(value + step, min, max, step);
    case "ArrowLeft":
    case "ArrowDown":
      return snap(value - step, min, max, step);
    case "PageUp":
      return snap(value + 10 * step, min, max, step);
    case "PageDown":
      return snap(value - 10 * step, min, max, step);
    case "Home":
      return min;
    case "End":
      return max;
    default:
      return undefined;
  }
}
