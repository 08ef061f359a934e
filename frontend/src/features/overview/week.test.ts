import { describe, expect, it } from "vitest";

import { busiestDay, dailyTotals, sumOf } from "./week";

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
