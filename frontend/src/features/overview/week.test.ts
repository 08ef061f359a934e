import { describe, expect, it } from "vitest";

import { busiestDay, dailyTotals, weightedReliability, sumOf } from "./week";

const ada = {
  person_id: 1,
  name: "Ada",
  screened: [3, 0, 0],
  annotated: [1, 2, 0],
  decided: [0, 0, 0],
  validated: [0, 5, 0],
};
const bo = { ...ada, person_id: 2, name: "Bo", screened: [9, 0, 1] };

describe("a week", () => {
  it("adds up what a person did on a day", () => {
    expect(dailyTotals(ada)).toEqual([4, 7, 0]);
    expect(sumOf(ada.validated)).toBe(5);
  });

  it("has one scale for everybody", () => {
    expect(busiestDay([ada, bo])).toBe(10);
    expect(busiestDay([])).toBe(0);
  });
});

describe("reliability", () => {
  const one = (accuracy: number | null, items: number) => ({
    field: String(items),
    people: [{ person: 1, items, accuracy, low: null, high: null, undefined: "" as const }],
  });

  it("counts each label by the items it was judged on", () => {
    expect(weightedReliability([one(1, 30), one(0.5, 10), one(null, 5)], 1)).toBe(0.875);
  });

  it("is unknown where no label tells", () => {
    expect(weightedReliability([one(null, 5)], 1)).toBeNull();
    expect(weightedReliability([one(1, 30)], 2)).toBeNull();
  });
});
