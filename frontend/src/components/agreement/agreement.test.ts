import { describe, expect, it } from "vitest";

import { axisStart, type FieldAgreement } from "./agreement";

function row(low: number | null, alpha: number | null = 0.5): FieldAgreement {
  return {
    field: "domain",
    metric: "nominal",
    percent: 0.8,
    alpha,
    low,
    high: alpha,
    used: 10,
    total: 12,
    undefined: "",
    floor: null,
    below_floor: false,
  };
}

describe("the axis of agreement", () => {
  it("begins at nothing but chance where all agree better than that", () => {
    expect(axisStart([row(0.3), row(0.1)])).toBe(0);
    expect(axisStart([])).toBe(0);
  });

  it("has room for an interval below chance, and for no more than there can be", () => {
    expect(axisStart([row(-0.13)])).toBeCloseTo(-0.2);
    expect(axisStart([row(-3)])).toBe(-1);
    expect(axisStart([row(null, null)])).toBe(0);
  });
});
