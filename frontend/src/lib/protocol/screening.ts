import { useSuspenseQuery } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import type { Localized } from "@/lib/i18n/locale";

export interface ScreeningReason {
  id: string;
  title: Localized;
}

/** What a protocol says of screening. */
export interface ScreeningRules {
  votes: number;
  question: Localized;
  reasons: readonly ScreeningReason[];
}

export const projectOptions = (slug: string) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/",
    { params: { path: { slug } } },
    { staleTime: 5 * 60_000 },
  );

/** The protocol in force, as far as screening goes. */
export function useScreeningRules(slug: string): ScreeningRules {
  const { data } = useSuspenseQuery(projectOptions(slug));
  // The server has checked the document against the protocol's own schema.
  return (data.protocol as { curation: { screening: ScreeningRules } }).curation.screening;
}
