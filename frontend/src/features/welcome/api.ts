import { useQueryClient } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { welcomeOptions } from "@/lib/session/welcome";

export type PracticeFeedback = components["schemas"]["PracticeFeedback"];

/** Waiting tasks, for the link of the first button. */
export const myDayOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/my-day/", { params: { path: { slug } } });

export function useGiveConsent(slug: string) {
  const queries = useQueryClient();
  return $api.useMutation("post", "/api/projects/{slug}/annotate/consent/", {
    onSuccess: (welcome) => {
      queries.setQueryData(welcomeOptions(slug).queryKey, welcome);
    },
  });
}
