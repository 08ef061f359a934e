import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { outdate, type Resource } from "./outdate";
import { ApiProblem, isProblem } from "./problem";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** It logs somebody in: a wrong password is no end of a session. */
      signsIn?: boolean;
      /** What is read there is asked for again after this write. */
      outdates?: readonly Resource[];
    };
  }
}

const RETRIES = 2;

/** Only what may pass by itself is tried again: a lost connection, a server out of breath. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.status < 500) return false;
  return failures < RETRIES;
}

/** @param onSignedOut called when the server no longer knows who is asking (401). */
export function createAppQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isProblem(error, 401)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      // A wrong password is a 401 as well: the login page itself says so.
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.signsIn !== true) onError(error);
      },
      // A success is over when the page is up to date. A failure is said at once; it may mean
      // that the page was out of date, unless the values were refused.
      onSettled: (_data, error, _variables, _context, { meta }, { client }) => {
        if (!meta?.outdates || isProblem(error, 400)) return;
        const refreshed = outdate(client, ...meta.outdates);
        return error ? undefined : refreshed;
      },
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 15_000 },
      // Without a network it fails at once and says so: a change must not wait unseen.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
