import type { Jobs } from "@/lib/jobs/jobs";

import type { Backend } from "./api";

/** Why no running worker can do a run: what each of them lacks. */
export type Lacking = "server" | "folder" | "replay";

export interface Wanted {
  backend: Backend;
  /** Name of an endpoint; empty for the worker's default server. */
  endpoint: string;
  model: string;
}

/** What every running worker lacks for a run; null if one has it, or has not said. */
export function lackingFor(jobs: Jobs | undefined, wanted: Wanted): Lacking | null {
  const workers = jobs?.workers.filter(({ queues }) => queues.includes("gpu")) ?? [];
  const offers = workers.map(({ runs }) => runs);
  if (offers.length === 0) return null;
  const has = (list: readonly string[] | null) => list === null || list.includes(wanted.model);
  const each = (test: (offer: NonNullable<(typeof offers)[number]>) => boolean) =>
    offers.every((offer) => offer !== null && test(offer));
  if (wanted.backend === "openai" && wanted.endpoint === "") {
    return each(({ default_server }) => !default_server) ? "server" : null;
  }
  if (wanted.model === "") return null;
  if (wanted.backend === "transformers") {
    return each(({ folders }) => !has(folders)) ? "folder" : null;
  }
  if (wanted.backend === "replay") return each(({ replays }) => !has(replays)) ? "replay" : null;
  return null;
}

/** Local models, or models with stored responses, that a running worker names. */
export function namesFor(jobs: Jobs | undefined, backend: Backend): string[] {
  const names = (jobs?.workers ?? []).flatMap(({ runs }) => {
    if (runs === null) return [];
    return (backend === "transformers" ? runs.folders : runs.replays) ?? [];
  });
  return [...new Set(names)].sort();
}
