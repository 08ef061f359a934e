import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { refetchResources, type ApiResource } from "@/lib/api/outdate";
import { isJobLive } from "@/lib/jobs/jobs";

export type DemoJob = components["schemas"]["DemoJob"];

const WHILE_MADE_MS = 2000;

/** Public information about this installation. */
export const instanceOptions = $api.queryOptions(
  "get",
  "/api/instance/",
  {},
  { staleTime: Infinity },
);

export function useInstance() {
  return useSuspenseQuery(instanceOptions).data;
}

/** Progress of the demo. When more of it is ready, pages refetch. */
export function useDemoJobs(): readonly DemoJob[] {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...instanceOptions,
    refetchInterval: ({ state }) =>
      state.data?.demo_jobs.some(({ status }) => isJobLive(status)) ? WHILE_MADE_MS : false,
  });
  const jobs = data?.demo_jobs ?? NONE;
  const reached = jobs.map(({ kind, status, done }) => `${kind} ${status} ${done}`).join();
  const before = useRef(reached);
  useEffect(() => {
    if (before.current === reached) return;
    before.current = reached;
    void refetchResources(queries, ...GROWING);
  }, [reached, queries]);
  return jobs;
}

const NONE: readonly DemoJob[] = [];
/** Resources that show images; they are not refetched while somebody types. */
const GROWING: readonly ApiResource[] = [
  "/api/session/",
  "/api/projects/{slug}/funnel/",
  "/api/projects/{slug}/jobs/",
  "/api/projects/{slug}/images/",
  "/api/projects/{slug}/imports/",
  "/api/projects/{slug}/overview/",
  "/api/projects/{slug}/screening/",
  "/api/projects/{slug}/duplicates/",
  "/api/projects/{slug}/stages/",
  "/api/projects/{slug}/sources/",
];
