import type { QueryClient } from "@tanstack/react-query";

import type { paths } from "@/api/generated";

type StartsOf<Path, Before extends string = ""> = Path extends `${infer Part}/${infer Rest}`
  ? `${Before}${Part}/` | StartsOf<Rest, `${Before}${Part}/`>
  : never;

/** A path of the API, or a prefix: it covers everything read below it. */
export type ApiResource = Exclude<StartsOf<keyof paths>, "/">;

/** Everything of the projects, for writes that may change anything in one. */
export const ALL_PROJECT_RESOURCES: ApiResource = "/api/projects/{slug}/";

/**
 * Refetch what was read below `resources`: at once if it is visible, otherwise when it is shown
 * next. A mutation names its resources in `meta.outdates`, see `createAppQueryClient`. The second
 * part of a query's key is its path, as openapi-react-query makes keys.
 */
export function refetchResources(
  queries: QueryClient,
  ...resources: readonly ApiResource[]
): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path] }) =>
      resources.some((resource) => typeof path === "string" && path.startsWith(resource)),
  });
}
