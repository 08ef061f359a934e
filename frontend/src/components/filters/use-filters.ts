import { useQuery, useQueryClient } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import {
  hasWorker,
  isLive,
  type Job,
  jobsOptions,
  useJobs,
  useRefreshAfter,
} from "@/lib/jobs/jobs";
import { funnelOptions } from "@/lib/session/funnel";

const KIND = "curation.filter";

export interface Filters {
  /** Without pictures there is nothing to run on. */
  hasImages: boolean;
  /** The latest run, if there ever was one. */
  job: Job | undefined;
  isRunning: boolean;
  noWorker: boolean;
  error: unknown;
  isStarting: boolean;
  run: () => void;
  stop: () => void;
}

/** The filters (duplicates, then text) of a project as one job. */
export function useFilters(slug: string): Filters {
  const queries = useQueryClient();
  const { data: funnel } = useQuery(funnelOptions(slug));
  const jobs = useJobs(slug);
  const ofFilters = jobs?.jobs.filter(({ kind }) => kind === KIND);
  const job = ofFilters?.[0];
  const isRunning = job !== undefined && isLive(job.status);
  const jobsChanged = () => queries.invalidateQueries({ queryKey: jobsOptions(slug).queryKey });
  const begin = $api.useMutation("post", "/api/projects/{slug}/filter-runs/", {
    onSettled: jobsChanged,
  });
  const cancel = $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/cancel/", {
    onSettled: jobsChanged,
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
        body: { stages: ["duplicates", "text"] },
      });
    },
    stop: () => {
      if (job) cancel.mutate({ params: { path: { slug, job_id: job.id } } });
    },
  };
}
