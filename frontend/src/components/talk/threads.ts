import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Thread = components["schemas"]["Thread"];
export type ThreadDetail = components["schemas"]["ThreadDetail"];
export type Message = components["schemas"]["Message"];

export const THREADS = "/api/projects/{slug}/threads/";

/** Refreshed while people wait for an answer. */
export const TALK_POLL_MS = 15_000;

export interface DiscussedItem {
  item_number: number | null;
  item_code?: string | null;
}

/** The discussions of an item that the reader may see. */
export function useItemThreads(
  slug: string,
  { item_number, item_code }: DiscussedItem,
): readonly Thread[] {
  const query = item_number === null ? { item_code: item_code ?? "" } : { item_number };
  const { data } = $api.useQuery("get", THREADS, { params: { path: { slug }, query } });
  return data?.results ?? [];
}
