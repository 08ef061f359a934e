import type { Polygon } from "@/components/image/polygon-overlay";
import type { Stage } from "@/lib/stages/stages";

import type { ImageDetail, LedgerEntry, Measurement } from "./api";

/** Return a text from the free details of an image or an event. */
export function detailText(details: unknown, name: string): string {
  const value: unknown =
    typeof details === "object" && details !== null
      ? (details as Record<string, unknown>)[name]
      : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Return the last measurement of one measure by a stage. */
export function lastMeasurement(
  measurements: readonly Measurement[],
  stage: string,
  measure: string,
): Measurement | undefined {
  return measurements
    .filter((one) => one.run.stage === stage && one.measure === measure)
    .sort((one, other) => one.run.id - other.run.id)
    .at(-1);
}

/** Return the last comparison with another image. */
export function lastComparison(measurements: readonly Measurement[]): Measurement | undefined {
  return measurements
    .filter(({ measure }) => measure === "")
    .sort((one, other) => one.run.id - other.run.id)
    .at(-1);
}

/** Return the value that a stage measured when it excluded or restored the image. */
export function measuredBy(stage: Pick<Stage, "measures">, data: unknown) {
  // Entries of version 0.1.0 have the value under the name of the measure.
  const rule = detailText(data, "measure") || (stage.measures[0]?.id ?? "");
  const value = detailText(data, "value") || detailText(data, rule);
  const threshold = detailText(data, "threshold");
  return value && threshold
    ? { rule, value: Number(value), threshold: Number(threshold) }
    : undefined;
}

interface Region {
  polygon: [number, number][];
  text: string;
}

/** Return the regions of a measurement, as shares of width and height. */
export function measuredRegions(measurement: Measurement | undefined): Polygon[] {
  const details = measurement?.details as { confirmed?: Region[] } | undefined;
  return (details?.confirmed ?? []).map(({ polygon, text }) => ({ points: polygon, label: text }));
}

/** One event each, in order; an image's own are in both lists. */
export function fullHistory(
  own: readonly LedgerEntry[],
  later: readonly LedgerEntry[],
): LedgerEntry[] {
  const byId = new Map([...own, ...later].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Every image that a stage excluded can be restored. */
export function canBeRestored(
  { status }: Pick<ImageDetail, "status">,
  stages: readonly Pick<Stage, "state">[],
): boolean {
  return stages.some(({ state }) => state === status);
}
