import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

export type ToMake = components["schemas"]["CaseWithoutQuestions"];
export type DraftedQuestion = components["schemas"]["DraftedQuestion"];

const MADE = "/api/projects/{slug}/made-questions/";
export const CHANGES_MADE = { outdates: [MADE] } as const;

export const toMakeOptions = (slug: string) =>
  $api.queryOptions("get", MADE, {
    params: { path: { slug } },
  });
