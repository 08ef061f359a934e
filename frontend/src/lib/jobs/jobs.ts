import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { refetchResources, ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";

export type Job = components["schemas"]["Job"];
export type JobStatus = components["schemas"]["JobStatus"];
export type Jobs = components["schemas"]["Jobs"];

const WHILE_RUNNING_MS = 1000;
const AT_REST_MS = 15_000;

export const JOBS = "/api/projects/{slug}/jobs/";

/** A project's latest jobs, and the running workers. */
export const jobsOptions = (slug: string) =>
  $api.queryOptions("get", JOBS, { params: { path: { slug } } });

export function isJobLive(status: JobStatus | undefined): boolean {
  return status === "queued" || status === "running";
}

/** Jobs and workers, polled more often while a job is running. */
export function useJobs(slug: string): Jobs | undefined {
  const { data } = useQuery({
    ...jobsOptions(slug),
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ status }) => isJobLive(status)) ? WHILE_RUNNING_MS : AT_REST_MS,
  });
  return data;
}

/** Return whether a worker takes jobs of `queue`; true until that is known. */
export function hasWorker(jobs: Jobs | undefined, queue: string): boolean {
  return !jobs || jobs.workers.some(({ queues }) => queues.includes(queue));
}

/**
 * When these jobs end, everything of the project that they may have changed is refetched. A short
 * job is never seen in progress, so the number of finished jobs counts.
 */
export function useRefreshAfter(jobs: readonly Pick<Job, "id" | "status">[] | undefined): void {
  const queries = useQueryClient();
  const known = useRef<ReadonlySet<number>>(undefined);
  useEffect(() => {
    if (!jobs) return;
    const over = new Set(jobs.filter(({ status }) => !isJobLive(status)).map(({ id }) => id));
    const before = known.current;
    if (before && [...over].some((id) => !before.has(id))) {
      void refetchResources(queries, ALL_PROJECT_RESOURCES);
    }
    known.current = over;
  }, [jobs, queries]);
}

interface Progress {
  status?: JobStatus;
  done?: number;
  total?: number | null;
  started_at?: string | null;
}

/** Return the rate per second since the job began, and the estimated seconds left. */
export function jobPace(
  { status, done = 0, total, started_at: startedAt }: Progress,
  now: Date,
): { rate: number | null; secondsLeft: number | null } {
  if (status !== "running" || !startedAt || done === 0) return { rate: null, secondsLeft: null };
  const seconds = (now.getTime() - new Date(startedAt).getTime()) / 1000;
  if (seconds <= 0) return { rate: null, secondsLeft: null };
  const rate = done / seconds;
  return { rate, secondsLeft: total ? Math.max(0, total - done) / rate : null };
}
