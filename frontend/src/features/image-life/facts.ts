import type { Polygon } from "@/components/picture/polygon-overlay";

import type { ImageDetail, LedgerEntry, Measurement } from "./api";

/** A text that the server keeps among the free details of an image or an event. */
export function detail(details: unknown, name: string): string {
  const value: unknown =
    typeof details === "object" && details !== null
      ? (details as Record<string, unknown>)[name]
      : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** What a filter last measured. */
export function lastMeasurement(
  measurements: readonly Measurement[],
  stage: string,
): Measurement | undefined {
  return measurements
    .filter(({ run }) => run.stage === stage)
    .sort((one, other) => one.run.id - other.run.id)
    .at(-1);
}

interface Region {
  polygon: [number, number][];
  text: string;
}

/** The recognised pieces of text, in shares of width and height. */
export function textPolygons(measurement: Measurement | undefined): Polygon[] {
  const details = measurement?.details as { confirmed?: Region[] } | undefined;
  return (details?.confirmed ?? []).map(({ polygon, text }) => ({ points: polygon, label: text }));
}

/** One event each, in the order in which they happened; an image's own are in both lists. */
export function wholeLife(
  own: readonly LedgerEntry[],
  later: readonly LedgerEntry[],
): LedgerEntry[] {
  const byId = new Map([...own, ...later].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

const RESTORABLE: readonly ImageDetail["status"][] = ["duplicate", "too_much_text", "discarded"];

export function canBeRestored({ status }: Pick<ImageDetail, "status">): boolean {
  return RESTORABLE.includes(status);
}
