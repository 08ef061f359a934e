import { useQuery } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import { hasWorker, isJobLive, type Job, JOBS, useJobs, useRefreshAfter } from "@/lib/jobs/jobs";
import { funnelOptions } from "@/lib/session/funnel";

const KIND = "curation.filter";

export interface FilterJob {
  /** Without images there is nothing to run. */
  hasImages: boolean;
  /** The latest run, if any. */
  job: Job | undefined;
  isRunning: boolean;
  noWorker: boolean;
  error: unknown;
  isStarting: boolean;
  run: () => void;
  stop: () => void;
}

/** The curation stages that run without people, as one job. */
export function useFilters(slug: string): FilterJob {
  const { data: funnel } = useQuery(funnelOptions(slug));
  const jobs = useJobs(slug);
  const ofFilters = jobs?.jobs.filter(({ kind }) => kind === KIND);
  const job = ofFilters?.[0];
  const isRunning = job !== undefined && isJobLive(job.status);
  const begin = $api.useMutation("post", "/api/projects/{slug}/filter-runs/", {
    meta: { outdates: [JOBS] },
  });
  const cancel = $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/cancel/", {
    meta: { outdates: [JOBS] },
  });

  useRefreshAfter(ofFilters);

  return {
    hasImages: funnel?.raw !== 0,
    job,
    isRunning,
    noWorker: !hasWorker(jobs, "curation"),
    error: begin.error ?? cancel.error,
    isStarting: begin.isPending,
    run: () => {
      begin.mutate({
        params: { path: { slug } },
        body: {},
      });
    },
    stop: () => {
      if (job) cancel.mutate({ params: { path: { slug, job_id: job.id } } });
    },
  };
}
