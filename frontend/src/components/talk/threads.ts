import type { components } from "@/api/generated";

export type Thread = components["schemas"]["Thread"];
export type ThreadDetail = components["schemas"]["ThreadDetail"];
export type Message = components["schemas"]["Message"];

export const THREADS = "/api/projects/{slug}/threads/";

/** People wait for an answer while they look at the page. */
export const TALK_POLL_MS = 15_000;
