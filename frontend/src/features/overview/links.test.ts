import { describe, expect, it } from "vitest";

import type { Stage } from "@/lib/stages/stages";

import type { ReleaseBlocker, MyDay } from "./api";
import {
  funnelRows,
  blockerTarget,
  itemsAtMost,
  nextStepTarget,
  setupStepTarget,
  listAnnotatorTasks,
} from "./links";

function blocker(part: Partial<ReleaseBlocker>): ReleaseBlocker {
  return { kind: "to_merge", count: 1, page: "adjudicate", fields_named: [], ...part };
}

describe("the funnel", () => {
  const steps = [
    { step: "raw", count: 120, unit: "images", stage: "" },
    { step: "stage", count: 80, unit: "images", stage: "toy" },
    { step: "accepted", count: 49, unit: "images", stage: "" },
    { step: "released", count: 9, unit: "items", stage: "" },
  ] as const;

  it("leads from every number to what it counts", () => {
    const rows = funnelRows(steps, [{ id: "toy", kind: "image" } as Stage], ({ step }) => step);
    expect(rows.map(({ to }) => to)).toEqual([
      { page: "images" },
      { page: "stage", params: { stage: "toy" } },
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
    expect(blockerTarget(blocker({ kind: "to_merge" }))).toEqual({
      page: "items",
      search: { state: "to_merge" },
    });
    expect(blockerTarget(blocker({ kind: "unannotated" })).search).toEqual({
      state: "unbegun",
    });
  });

  it("leads to the fields that are too low", () => {
    expect(blockerTarget(blocker({ kind: "low_agreement" }))).toEqual({ page: "agreement" });
  });
});

describe("the next step", () => {
  it("is the import where nothing else can be done", () => {
    const step = { kind: "import", count: 0, round: null, page: "import" } as const;
    expect(nextStepTarget(step).page).toBe("import");
  });

  it("opens the checklist of the round that lacks ticks", () => {
    expect(nextStepTarget({ kind: "tick", count: 4, round: 3, page: "rounds" })).toEqual({
      page: "checklist",
      params: { number: "3" },
    });
  });
});

describe("a step of the set-up", () => {
  const step = { kind: "import", count: 9, wanted: null, page: "import" } as const;

  it("leads to where it is done, and then to what came of it", () => {
    expect(setupStepTarget({ ...step, state: "now" })).toEqual({ page: "import" });
    expect(setupStepTarget({ ...step, state: "done" })).toEqual({ page: "images" });
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
    expect(listAnnotatorTasks(nothing)).toEqual([]);
  });

  it("begin with what came back", () => {
    const day: MyDay = {
      screening: { waiting: 9, done: 3 },
      annotation: { waiting: 4, held: 1, returned: 2, done: 5 },
      validation: { round: 1, waiting: 6, done: 0 },
      rework: 1,
    };
    // Where the reasons stand, whatever else the person has begun.
    expect(listAnnotatorTasks(day)[0]?.to).toEqual({ page: "rework" });
    expect(listAnnotatorTasks(day).map(({ task, count }) => [task, count])).toEqual([
      ["returned", 2],
      ["rework", 1],
      ["held", 1],
      ["validate", 6],
      ["annotate", 4],
      ["screen", 9],
    ]);
  });
});
