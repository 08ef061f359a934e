/** Return `value` clamped to the range and rounded to the nearest step. */
export function snapToStep(value: number, min: number, max: number, step: number): number {
  const steps = Math.round((value - min) / step);
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)) + 1);
  const snapped = Number((min + steps * step).toFixed(decimals));
  return Math.min(Math.max(snapped, min), max);
}

/** Return the position of `value` in the range, 0 to 1. */
export function positionInRange(value: number, min: number, max: number): number {
  if (max <= min) return 0;
  return Math.min(Math.max((value - min) / (max - min), 0), 1);
}

export function percentInRange(value: number, min: number, max: number): string {
  return `${String(positionInRange(value, min, max) * 100)}%`;
}

/** Return a slider's value after an arrow, page, home or end key; undefined for other keys. */
export function sliderKey(
  key: string,
  { value, min, max, step }: { value: number; min: number; max: number; step: number },
): number | undefined {
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return snapToStep(value + step, min, max, step);
    case "ArrowLeft":
    case "ArrowDown":
      return snapToStep(value - step, min, max, step);
    case "PageUp":
      return snapToStep(value + 10 * step, min, max, step);
    case "PageDown":
      return snapToStep(value - 10 * step, min, max, step);
    case "Home":
      return min;
    case "End":
      return max;
    default:
      return undefined;
  }
}
