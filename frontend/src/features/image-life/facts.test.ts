import { describe, expect, it } from "vitest";

import type { LedgerEntry, Measurement } from "./api";
import {
  canBeRestored,
  detailText,
  lastComparison,
  lastMeasurement,
  measuredBy,
  measuredRegions,
  fullHistory,
} from "./facts";

function measured(id: number, stage: string, measure: string, details: unknown = {}): Measurement {
  const run = { id, stage, created_at: "2026-11-20T12:00:00Z" };
  return { run, measure, value: 0.1, threshold: 0.3, excluded: false, details } as Measurement;
}

describe("what is known about an image", () => {
  it("takes the latest measurement of a stage", () => {
    const measurements = [
      measured(3, "area", "share"),
      measured(9, "copies", ""),
      measured(5, "area", "share"),
      measured(6, "area", "lines"),
    ];
    expect(lastMeasurement(measurements, "area", "share")?.run.id).toBe(5);
    expect(lastMeasurement([], "area", "share")).toBeUndefined();
    expect(lastComparison(measurements)?.run.id).toBe(9);
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
    expect(measuredRegions(measured(1, "area", "share", details))).toEqual([
      { points: polygon, label: "SALE" },
    ]);
    expect(measuredRegions(undefined)).toEqual([]);
  });

  it("tells each event once, oldest first", () => {
    const event = (id: number) => ({ id }) as LedgerEntry;
    const life = fullHistory([event(1), event(4)], [event(9), event(4), event(2)]);
    expect(life.map(({ id }) => id)).toEqual([1, 2, 4, 9]);
  });

  it("reads details that may be missing or of another kind", () => {
    expect(detailText({ page: "https://example.org" }, "page")).toBe("https://example.org");
    expect(detailText({ page: ["x"] }, "page")).toBe("");
    expect(detailText(null, "page")).toBe("");
  });

  it("reads what a stage measured, in entries of version 0.1.0 too", () => {
    const axis = { low: 0, high: 1, step: 0.01 };
    const measure = { id: "area", threshold: "most", excludes: "above", unit: "share", axis };
    const stage = { measures: [measure] };
    const said = { rule: "area", value: 0.4, threshold: 0.3 };
    expect(measuredBy(stage, { measure: "area", value: 0.4, threshold: 0.3 })).toEqual(said);
    expect(measuredBy(stage, { area: 0.4, threshold: 0.3 })).toEqual(said);
    expect(measuredBy(stage, { run: 1 })).toBeUndefined();
  });

  it("offers to restore only what a stage excluded", () => {
    const stages = [{ state: "duplicate" }, { state: "discarded" }];
    expect(canBeRestored({ status: "duplicate" }, stages)).toBe(true);
    expect(canBeRestored({ status: "accepted" }, stages)).toBe(false);
    expect(canBeRestored({ status: "withdrawn" }, stages)).toBe(false);
  });
});
