import { describe, expect, it } from "vitest";

import type { ReleaseBlocker, MyDay } from "./api";
import { funnelRows, hindranceTarget, itemsAtMost, nextTarget, tasksOf } from "./links";

function hindrance(part: Partial<ReleaseBlocker>): ReleaseBlocker {
  return { kind: "to_merge", count: 1, page: "adjudicate", fields_named: [], ...part };
}

describe("the funnel", () => {
  const steps = [
    { step: "raw", count: 120, unit: "images" },
    { step: "accepted", count: 49, unit: "images" },
    { step: "released", count: 9, unit: "items" },
  ] as const;

  it("leads from every number to what it counts", () => {
    const rows = funnelRows(steps, (step) => step);
    expect(rows.map(({ to }) => to)).toEqual([
      { page: "images" },
      { page: "images", search: { status: "accepted" } },
      { page: "releases" },
    ]);
  });

  it("knows how many items the images make", () => {
    expect(itemsAtMost(steps, 1)).toBe(49);
    expect(itemsAtMost(steps, 2)).toBe(24);
  });
});

describe("what blocks", () => {
  it("leads to the items that are blocked by it", () => {
    expect(hindranceTarget(hindrance({ kind: "to_merge" }))).toEqual({
      page: "items",
      search: { state: "to_merge" },
    });
    expect(hindranceTarget(hindrance({ kind: "unannotated" })).search).toEqual({
      state: "unbegun",
    });
  });

  it("leads to the fields that are too low", () => {
    expect(hindranceTarget(hindrance({ kind: "low_agreement" }))).toEqual({ page: "agreement" });
  });
});

describe("the next step", () => {
  it("is the import only while there are no images", () => {
    const step = { kind: "curate", round: null, page: "import" } as const;
    expect(nextTarget({ ...step, count: 0 }).page).toBe("import");
    expect(nextTarget({ ...step, count: 12 }).page).toBe("screen");
  });

  it("opens the checklist of the round that lacks ticks", () => {
    expect(nextTarget({ kind: "tick", count: 4, round: 3, page: "rounds" })).toEqual({
      page: "checklist",
      params: { number: "3" },
    });
  });
});

describe("an annotator's tasks", () => {
  const nothing: MyDay = {
    screening: { waiting: 0, done: 3 },
    annotation: { waiting: 0, held: 0, returned: 0, done: 5 },
    validation: { round: null, waiting: 0, done: 0 },
    rework: 0,
  };

  it("are none where nothing waits", () => {
    expect(tasksOf(nothing)).toEqual([]);
  });

  it("begin with what came back", () => {
    const day: MyDay = {
      screening: { waiting: 9, done: 3 },
      annotation: { waiting: 4, held: 1, returned: 2, done: 5 },
      validation: { round: 1, waiting: 6, done: 0 },
      rework: 1,
    };
    expect(tasksOf(day).map(({ task, count }) => [task, count])).toEqual([
      ["returned", 2],
      ["rework", 1],
      ["desk", 1],
      ["validate", 6],
      ["annotate", 4],
      ["screen", 9],
    ]);
  });
});
