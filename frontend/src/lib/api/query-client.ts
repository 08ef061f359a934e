import { MutationCache, QueryClient } from "@tanstack/react-query";

import { outdate, type Resource } from "./outdate";
import { ApiProblem, isProblem } from "./problem";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Resources that are refetched after this write. */
      outdates?: readonly Resource[];
    };
  }
}

const RETRIES = 2;

/** Retry only temporary failures: a lost connection, an overloaded server. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.status < 500) return false;
  return failures < RETRIES;
}

export function createAppQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      // A success ends once the page is up to date. A failure is reported at once, and may mean
      // that the page was outdated, unless values were refused.
      onSettled: (_data, error, _variables, _context, { meta }, { client }) => {
        if (!meta?.outdates || isProblem(error, 400)) return;
        const refreshed = outdate(client, ...meta.outdates);
        return error ? undefined : refreshed;
      },
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 15_000 },
      // Without a network a change fails at once with a message, because it must not wait unseen.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
