import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

import { ApiProblem, isProblem } from "./problem";

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
    // A wrong password is a 401 as well: the login page itself says so.
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.["signsIn"] !== true) onError(error);
      },
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 15_000 },
      // Without a network it fails at once and says so: a change must not wait unseen.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
