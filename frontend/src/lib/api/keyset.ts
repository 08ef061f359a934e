/** A list of the API: `next` and `previous` are URLs with a cursor. */
export interface KeysetPage<Row> {
  results: readonly Row[];
  next?: string | null;
  previous?: string | null;
}

/** Return the cursor in a `next` link; undefined on the last page. */
export function cursorInLink(link: string | null | undefined): string | undefined {
  if (!link) return undefined;
  return new URL(link, globalThis.location.origin).searchParams.get("cursor") ?? undefined;
}

/** Third argument for `$api.useInfiniteQuery` on any list of the API. */
export const keysetPagination = {
  pageParamName: "cursor",
  // Null, because for undefined the library would request page 0.
  initialPageParam: null as string | null,
  getNextPageParam: (page: KeysetPage<unknown>) => cursorInLink(page.next),
};

/** All rows that have been loaded so far. */
export function loadedRows<Row>(data: { pages: readonly KeysetPage<Row>[] } | undefined): Row[] {
  return data?.pages.flatMap((page) => [...page.results]) ?? [];
}
