import type { HistogramBin } from "@/components/charts/histogram";

/** Equal bins from 0 to 1. */
export function binsOf(counts: readonly number[]): HistogramBin[] {
  return counts.map((count, index) => ({
    from: index / counts.length,
    to: (index + 1) / counts.length,
    count,
  }));
}
