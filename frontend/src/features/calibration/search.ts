export interface CalibrationSearch {
  /** Number of an earlier batch; by default the latest. */
  batch?: number;
}

export function calibrationSearch(search: Record<string, unknown>): CalibrationSearch {
  const batch = Number(search["batch"]);
  return Number.isInteger(batch) && batch > 0 ? { batch } : {};
}
