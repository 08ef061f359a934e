import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

type Schemas = components["schemas"];
export type Rework = Schemas["Rework"];
export type ReworkQuestion = Schemas["ReworkQuestion"];
export type FailureReason = Schemas["FailureReason"];
export type ReworkInput = Schemas["ReworkInputRequest"];

export const REWORK_LIST = "/api/projects/{slug}/rework/";

export const reworkOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/rework/{case_id}/", {
    params: { path: { slug, case_id: id } },
  });
