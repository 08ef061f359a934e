export interface CalibrationSearch {
  /** Number of an earlier batch; the latest where there is none. */
  batch?: number;
}

export function calibrationSearch(search: Record<string, unknown>): CalibrationSearch {
  const batch = Number(search["batch"]);
  return Number.isInteger(batch) && batch > 0 ? { batch } : {};
}
