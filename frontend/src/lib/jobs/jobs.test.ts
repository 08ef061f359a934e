import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { describe, expect, it } from "vitest";

import { hasWorker, type Job, jobPace, useRefreshAfter } from "./jobs";

const now = new Date("2026-11-20T12:00:10Z");
const begun = "2026-11-20T12:00:00Z";

describe("paceOf", () => {
  it("measures from the beginning and extends it to the end", () => {
    expect(jobPace({ status: "running", done: 20, total: 60, started_at: begun }, now)).toEqual({
      rate: 2,
      secondsLeft: 20,
    });
  });

  it("promises nothing where the end is unknown", () => {
    expect(jobPace({ status: "running", done: 5, total: null, started_at: begun }, now)).toEqual({
      rate: 0.5,
      secondsLeft: null,
    });
  });

  it.each([
    ["has not begun", { status: "queued", done: 0, total: 9, started_at: null }],
    ["has done nothing yet", { status: "running", done: 0, total: 9, started_at: begun }],
    ["is over", { status: "finished", done: 9, total: 9, started_at: begun }],
  ] as const)("says nothing of a job that %s", (_, job) => {
    expect(jobPace(job, now)).toEqual({ rate: null, secondsLeft: null });
  });
});

describe("hasWorker", () => {
  const seen = (queues: string[]) => ({
    jobs: [],
    workers: [{ name: "w", queues, runs: null, seen_at: begun }],
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

describe("useRefreshAfter", () => {
  const OF_PROJECT = ["get", "/api/projects/{slug}/text-area/", {}];
  const ELSEWHERE = ["get", "/api/me/", {}];
  type Seen = Pick<Job, "id" | "status">[] | undefined;

  /** What is refreshed when the jobs are seen so, one look after the other. */
  function looks(...seen: Seen[]): boolean[] {
    const queries = new QueryClient();
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client: queries }, children);
    const { rerender } = renderHook(useRefreshAfter, { wrapper, initialProps: undefined as Seen });
    return seen.map((jobs) => {
      for (const key of [OF_PROJECT, ELSEWHERE]) queries.setQueryData(key, "as it was");
      rerender(jobs);
      expect(queries.getQueryState(ELSEWHERE)?.isInvalidated).toBe(false);
      return queries.getQueryState(OF_PROJECT)?.isInvalidated ?? false;
    });
  }

  const old = { id: 1, status: "finished" } as const;

  it("refreshes once a job is over", () => {
    const [running, failed] = [
      { id: 2, status: "running" },
      { id: 2, status: "failed" },
    ] as const;
    expect(looks([old], [running, old], [running, old], [failed, old], [failed, old])).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  it("refreshes after a job too short to be seen under way", () => {
    expect(looks(undefined, [old], [{ id: 2, status: "finished" }, old])).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("refreshes after the first job of all", () => {
    expect(looks([], [old])).toEqual([false, true]);
  });
});
