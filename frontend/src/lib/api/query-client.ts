import {
  CancelledError,
  type DefaultError,
  type FetchQueryOptions,
  MutationCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

import { refetchResources, type ApiResource } from "./outdate";
import { ApiProblem, isProblem } from "./problem";

declare module "@tanstack/react-query" {
  interface Register {
    mutationMeta: {
      /** Resources that are refetched after this write. */
      outdates?: readonly ApiResource[];
    };
  }
}

const RETRIES = 2;

/** Retry only temporary failures: a lost connection, an overloaded server. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (error instanceof ApiProblem && error.status < 500) return false;
  return failures < RETRIES;
}

/**
 * The last component that shows a query cancels its fetch when it leaves, such as the sidebar
 * when a phone is turned. A page that waits for the same data then fetches them again.
 */
class AppQueryClient extends QueryClient {
  override async fetchQuery<
    Fetched,
    Failure = DefaultError,
    Data = Fetched,
    Key extends QueryKey = QueryKey,
    PageParameter = never,
  >(options: FetchQueryOptions<Fetched, Failure, Data, Key, PageParameter>): Promise<Data> {
    try {
      return await super.fetchQuery(options);
    } catch (error) {
      if (error instanceof CancelledError && !error.silent) return this.fetchQuery(options);
      throw error;
    }
  }
}

export function createAppQueryClient(): QueryClient {
  return new AppQueryClient({
    mutationCache: new MutationCache({
      // A success ends once the page is up to date. A failure is reported at once, and may mean
      // that the page was outdated, unless values were refused.
      onSettled: (_data, error, _variables, _context, { meta }, { client }) => {
        if (!meta?.outdates || isProblem(error, 400)) return;
        const refreshed = refetchResources(client, ...meta.outdates);
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
