import { describe, expect, it } from "vitest";

import { type Agreement, axisStart, findEstimate, isSkewed } from "./agreement";

function agreement(commonest: number | null): Agreement {
  return {
    metric: "nominal",
    used: 10,
    total: 12,
    commonest,
    estimates: [
      { measure: "krippendorff_alpha", value: 0.5, low: 0.3, high: 0.7, undefined: "" },
      { measure: "fleiss_kappa", value: null, low: null, high: null, undefined: "no_variation" },
    ],
  };
}

describe("the axis of agreement", () => {
  it("begins at nothing but chance where all agree better than that", () => {
    expect(
      axisStart([
        { value: 0.5, low: 0.3 },
        { value: 0.2, low: 0.1 },
      ]),
    ).toBe(0);
    expect(axisStart([])).toBe(0);
  });

  it("has room for an interval below chance, and for no more than there can be", () => {
    expect(axisStart([{ value: 0.1, low: -0.13 }])).toBeCloseTo(-0.2);
    expect(axisStart([{ value: -0.3, low: null }])).toBeCloseTo(-0.4);
    expect(axisStart([{ value: 0, low: -3 }])).toBe(-1);
    expect(axisStart([{ value: null, low: null }])).toBe(0);
  });
});

describe("an agreement", () => {
  it("gives the measure that is asked for, with the reason where there is no value", () => {
    expect(findEstimate(agreement(0.5), "krippendorff_alpha").value).toBe(0.5);
    expect(findEstimate(agreement(0.5), "fleiss_kappa").undefined).toBe("no_variation");
    expect(findEstimate(agreement(0.5), "cohen_kappa").value).toBeNull();
  });

  it("is skewed where nearly everything is one value", () => {
    expect([0.89, 0.9, null].map((one) => isSkewed(agreement(one)))).toEqual([false, true, false]);
  });
});
