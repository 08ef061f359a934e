import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { keysetPagination } from "@/lib/api/keyset";

type Schemas = components["schemas"];
export type Rework = Schemas["Rework"];
export type ReworkQuestion = Schemas["ReworkQuestion"];
export type FailureReason = Schemas["FailureReason"];
export type ReworkInput = Schemas["ReworkInputRequest"];

export const REWORK_LIST = "/api/projects/{slug}/rework/";

/** The person's annotations that an organizer returned, the latest first. */
export const useReturnedAnnotations = (slug: string, enabled = true) =>
  $api.useInfiniteQuery(
    "get",
    "/api/projects/{slug}/annotate/work/",
    { params: { path: { slug }, query: { status: "returned" } } },
    { ...keysetPagination, enabled, staleTime: 0 },
  );

export const useReopenSlot = () =>
  $api.useMutation("post", "/api/projects/{slug}/annotate/slots/{slot_id}/reopen/");

export const reworkOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/rework/{case_id}/", {
    params: { path: { slug, case_id: id } },
  });
