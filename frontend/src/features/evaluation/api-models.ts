import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

import { EVALUATION } from "./api";

export type ModelCard = components["schemas"]["ModelCard"];

/** Model cards of a project. */
export const cardsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/evaluation/models/", {
    params: { path: { slug } },
  });

export function useSaveCard() {
  return $api.useMutation("put", "/api/projects/{slug}/evaluation/models/", {
    meta: { outdates: [EVALUATION] },
  });
}
