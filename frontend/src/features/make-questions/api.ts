import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type ToMake = components["schemas"]["ToMake"];
export type DraftedQuestion = components["schemas"]["DraftedQuestion"];

export const toMakeOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/made-questions/", {
    params: { path: { slug } },
  });
