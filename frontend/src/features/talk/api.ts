import { THREADS, TALK_POLL_MS } from "@/components/talk/threads";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

import type { TalkFilter } from "./search";

const QUERIES = {
  waiting: { status: "waiting" },
  answered: { status: "answered" },
  closed: { status: "closed" },
  dissent: { origin: "dissent" },
  gaps: { gap: true },
  all: {},
} as const satisfies Record<TalkFilter, object>;

export const useThreads = (slug: string, filter: TalkFilter) =>
  $api.useInfiniteQuery(
    "get",
    THREADS,
    { params: { path: { slug }, query: QUERIES[filter] } },
    { ...keysetPagination, refetchInterval: TALK_POLL_MS },
  );

export const threadOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/threads/{thread_id}/", {
    params: { path: { slug, thread_id: id } },
  });
