import { describe, expect, it } from "vitest";

import type { LedgerEntry, Measurement } from "./api";
import { canBeRestored, detail, lastMeasurement, textPolygons, wholeLife } from "./facts";

function measured(id: number, stage: string, details: unknown = {}): Measurement {
  const run = { id, stage, created_at: "2026-11-20T12:00:00Z" };
  return { run, value: 0.1, threshold: 0.3, excluded: false, details } as Measurement;
}

describe("what is known about an image", () => {
  it("takes the latest measurement of a filter", () => {
    const measurements = [measured(3, "text"), measured(9, "duplicates"), measured(5, "text")];
    expect(lastMeasurement(measurements, "text")?.run.id).toBe(5);
    expect(lastMeasurement([], "text")).toBeUndefined();
  });

  it("draws what was recognised, not what was only suspected", () => {
    const polygon = [
      [0, 0],
      [1, 0],
      [1, 1],
    ];
    const details = {
      confirmed: [{ polygon, text: "SALE", confidence: 0.9 }],
      unconfirmed: [{ polygon, text: "~", confidence: 0.2 }],
    };
    expect(textPolygons(measured(1, "text", details))).toEqual([
      { points: polygon, label: "SALE" },
    ]);
    expect(textPolygons(undefined)).toEqual([]);
  });

  it("tells each event once, oldest first", () => {
    const event = (id: number) => ({ id }) as LedgerEntry;
    const life = wholeLife([event(1), event(4)], [event(9), event(4), event(2)]);
    expect(life.map(({ id }) => id)).toEqual([1, 2, 4, 9]);
  });

  it("reads details that may be missing or of another kind", () => {
    expect(detail({ page: "https://example.org" }, "page")).toBe("https://example.org");
    expect(detail({ page: ["x"] }, "page")).toBe("");
    expect(detail(null, "page")).toBe("");
  });

  it("offers to restore only what was excluded", () => {
    expect(canBeRestored({ status: "duplicate" })).toBe(true);
    expect(canBeRestored({ status: "accepted" })).toBe(false);
    expect(canBeRestored({ status: "withdrawn" })).toBe(false);
  });
});
