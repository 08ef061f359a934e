import { describe, expect, it } from "vitest";

import { hasWorker, paceOf } from "./jobs";

const now = new Date("2026-11-20T12:00:10Z");
const begun = "2026-11-20T12:00:00Z";

describe("paceOf", () => {
  it("measures from the beginning and extends it to the end", () => {
    expect(paceOf({ status: "running", done: 20, total: 60, started_at: begun }, now)).toEqual({
      rate: 2,
      secondsLeft: 20,
    });
  });

  it("promises nothing where the end is unknown", () => {
    expect(paceOf({ status: "running", done: 5, total: null, started_at: begun }, now)).toEqual({
      rate: 0.5,
      secondsLeft: null,
    });
  });

  it.each([
    ["has not begun", { status: "queued", done: 0, total: 9, started_at: null }],
    ["has done nothing yet", { status: "running", done: 0, total: 9, started_at: begun }],
    ["is over", { status: "finished", done: 9, total: 9, started_at: begun }],
  ] as const)("says nothing of a job that %s", (_, job) => {
    expect(paceOf(job, now)).toEqual({ rate: null, secondsLeft: null });
  });
});

describe("hasWorker", () => {
  const seen = (queues: string[]) => ({
    jobs: [],
    workers: [{ name: "w", queues, seen_at: begun }],
  });

  it("needs one that listens to the queue", () => {
    expect(hasWorker(seen(["default", "curation"]), "curation")).toBe(true);
    expect(hasWorker(seen(["gpu"]), "curation")).toBe(false);
    expect(hasWorker({ jobs: [], workers: [] }, "curation")).toBe(false);
  });

  it("raises no alarm before the answer is there", () => {
    expect(hasWorker(undefined, "curation")).toBe(true);
  });
});
