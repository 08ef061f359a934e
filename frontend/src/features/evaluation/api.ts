import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination, loadedRows } from "@/lib/api/keyset";
import { refetchResources } from "@/lib/api/outdate";
import { isJobLive } from "@/lib/jobs/jobs";

import type { RunSearch } from "./search";

export type Leaderboard = components["schemas"]["Leaderboard"];
export type LeaderboardRow = components["schemas"]["LeaderboardRow"];
export type Tally = components["schemas"]["Tally"];
export type SliceField = components["schemas"]["SliceField"];
export type Run = components["schemas"]["Run"];
export type RunDetail = components["schemas"]["RunDetail"];
export type Sample = components["schemas"]["Sample"];
export type Backend = components["schemas"]["BackendEnum"];

export const EVALUATION = "/api/projects/{slug}/evaluation/";

const WHILE_RUNNING_MS = 1500;

export function isRunning({ status }: { status: Run["status"] }): boolean {
  return status === "queued" || status === "running";
}

/** The versions with a leaderboard, the newest first. */
export const releasesOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/releases/", {
    params: { path: { slug } },
  });

/** `splits`: splits that are scored together, separated by commas; by default the main one. */
export const leaderboardOptions = (slug: string, version: string, splits?: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/leaderboard/{version}/", {
    params: { path: { slug, version }, query: splits === undefined ? {} : { splits } },
  });

/** The runs on one release, the latest first; polled while one is in progress. */
export function useRuns(slug: string, version: string) {
  const queries = useQueryClient();
  const list = $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/runs/",
    { params: { path: { slug }, query: { version } } },
    {
      ...keysetPagination,
      throwOnError: (_, { state }) => state.data === undefined,
      refetchInterval: ({ state }) =>
        loadedRows(state.data).some(isRunning) ? WHILE_RUNNING_MS : false,
    },
  );
  const runs = loadedRows(list.data);
  // A finished run is on the leaderboard now, which may have been fetched before.
  const finished = runs
    .filter(({ status }) => status === "finished")
    .map(({ id }) => id)
    .join();
  const known = useRef("");
  useEffect(() => {
    if (finished !== known.current) {
      void refetchResources(queries, "/api/projects/{slug}/evaluation/leaderboard/");
    }
    known.current = finished;
  }, [queries, finished]);
  return { list, runs };
}

export const runOptions = (slug: string, id: number) => ({
  ...$api.queryOptions("get", "/api/projects/{slug}/evaluation/runs/{run_id}/", {
    params: { path: { slug, run_id: id } },
  }),
  refetchInterval: ({ state }: { state: { data?: RunDetail | undefined } }) =>
    state.data && isRunning(state.data) ? WHILE_RUNNING_MS : (false as const),
});

/** The responses of a run, in the order of their arrival. */
export function useSamples(slug: string, id: number, search: RunSearch) {
  const { outcome, field, choice, key, letter, against, side } = search;
  const filter = {
    ...(outcome && { outcome }),
    ...(choice && { field, choice }),
    ...(key && { key }),
    ...(letter && { letter }),
    ...(side && { against, side }),
  };
  return $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/evaluation/runs/{run_id}/samples/",
    { params: { path: { slug, run_id: id }, query: filter } },
    {
      ...keysetPagination,
      placeholderData: keepPreviousData,
      throwOnError: (_, { state }) => state.data === undefined,
    },
  );
}

/** The model servers that the operator lists for the project. */
export function useEndpoints(slug: string) {
  return $api.useQuery("get", "/api/projects/{slug}/evaluation/endpoints/", {
    params: { path: { slug } },
  });
}

export function useStartRuns() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/", {
    meta: { outdates: [EVALUATION] },
  });
}

export function useStopRun() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/{run_id}/cancel/", {
    meta: { outdates: [EVALUATION] },
  });
}

/** Choose a run to represent its model in tables, or undo the choice. */
export function useChooseRun() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/{run_id}/choose/", {
    meta: { outdates: [EVALUATION] },
  });
}

export function useFootnote() {
  return $api.useMutation("put", "/api/projects/{slug}/evaluation/runs/{run_id}/footnote/", {
    meta: { outdates: [EVALUATION] },
  });
}

export function useUnchooseRun() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/{run_id}/unchoose/", {
    meta: { outdates: [EVALUATION] },
  });
}

/** Tests of a model server, each a job that lists its models and requests one answer. */
export function useConnectionTest(slug: string) {
  const start = $api.useMutation("post", "/api/projects/{slug}/evaluation/connection-test/");
  const id = start.data?.id;
  const { data: test = start.data, error } = $api.useQuery(
    "get",
    "/api/projects/{slug}/evaluation/connection-test/{job_id}/",
    { params: { path: { slug, job_id: id ?? 0 } } },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state }) =>
        isJobLive(state.data?.status ?? "queued") ? WHILE_RUNNING_MS : false,
    },
  );
  return {
    start: (body: components["schemas"]["ConnectionTestInputRequest"]) => {
      start.mutate({ params: { path: { slug } }, body });
    },
    isStarting: start.isPending,
    test,
    error: start.error ?? error,
  };
}

/** Size, time and tokens of a run, estimated from earlier ones. */
export function useRunEstimate(slug: string, version: string, model: string, splits: string[]) {
  return $api.useQuery("get", "/api/projects/{slug}/evaluation/estimate/{version}/", {
    params: { path: { slug, version }, query: { model, splits } },
  });
}

/** Runs of the previous version that this one lacks. */
export function useRepeatableRuns(slug: string, version: string) {
  return $api.useQuery("get", "/api/projects/{slug}/evaluation/repeat/{version}/", {
    params: { path: { slug, version } },
  });
}

export function useRepeatRuns() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/repeat/{version}/", {
    meta: { outdates: [EVALUATION] },
  });
}

export function useDismissRun() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/{run_id}/dismiss/", {
    meta: { outdates: [EVALUATION] },
  });
}

/** Ask again the questions of a finished run that got no response. */
export function useRetryErrors() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/{run_id}/retry-errors/", {
    meta: { outdates: [EVALUATION] },
  });
}

export function useContinueRun() {
  return $api.useMutation("post", "/api/projects/{slug}/evaluation/runs/{run_id}/retry/", {
    meta: { outdates: [EVALUATION] },
  });
}
