import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type Knowledge = components["schemas"]["KnowledgeRequest"];

/** What I said that I know, and how much I may do. */
export const myTermsOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/annotate/terms/", {
    params: { path: { slug } },
  });
