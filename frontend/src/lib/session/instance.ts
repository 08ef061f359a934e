import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { isLive } from "@/lib/jobs/jobs";

import { sessionOptions } from "./session";

export type DemoJob = components["schemas"]["DemoJob"];

const WHILE_MADE_MS = 2000;

/** What this installation is; everybody may know it. */
export const instanceOptions = $api.queryOptions(
  "get",
  "/api/instance/",
  {},
  { staleTime: Infinity },
);

export function useInstance() {
  return useSuspenseQuery(instanceOptions).data;
}

/** What of the demo is still being made. When more of it is there, pages ask for it anew. */
export function useDemoJobs(): readonly DemoJob[] {
  const queries = useQueryClient();
  const { data } = useQuery({
    ...instanceOptions,
    refetchInterval: ({ state }) =>
      state.data?.demo_jobs.some(({ status }) => isLive(status)) ? WHILE_MADE_MS : false,
  });
  const jobs = data?.demo_jobs ?? NONE;
  const reached = jobs.map(({ kind, status, done }) => `${kind} ${status} ${done}`).join();
  const before = useRef(reached);
  useEffect(() => {
    if (before.current === reached) return;
    before.current = reached;
    void queries.invalidateQueries({ queryKey: sessionOptions.queryKey });
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => GROWING.test(String(queryKey[1])),
    });
  }, [reached, queries]);
  return jobs;
}

const NONE: readonly DemoJob[] = [];
/** What shows images; where somebody writes, nothing is asked for anew under their hands. */
const GROWING =
  /\{slug\}\/(funnel|jobs|images|imports|overview|screening|duplicates|text-area|sources)\//;
