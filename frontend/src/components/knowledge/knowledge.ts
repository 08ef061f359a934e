import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Knowledge = components["schemas"]["KnowledgeRequest"];

/** Languages, skills and limits that the annotator has stated. */
export const myTermsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/annotate/terms/", {
    params: { path: { slug } },
  });
