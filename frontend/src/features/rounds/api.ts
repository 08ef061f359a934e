import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

type Schemas = components["schemas"];
export type Round = Schemas["Round"];
export type RoundReport = Schemas["RoundReport"];
export type QuestionRow = Schemas["QuestionRow"];
export type QuestionState = QuestionRow["health"]["state"];
export type MarkPage = Schemas["ChecklistMarkPage"];
export type Mark = Schemas["ChecklistMark"];

export const QUESTION_STATES: readonly QuestionState[] = [
  "failed",
  "asked",
  "new",
  "passed",
  "dropped",
];

const ROUNDS = "/api/projects/{slug}/rounds/";

/** A round decides what becomes of its questions. */
export const CHANGES_ROUNDS = { outdates: [ROUNDS, "/api/projects/{slug}/questions/"] } as const;

export const roundsOptions = (slug: string) =>
  $api.queryOptions("get", ROUNDS, { params: { path: { slug } } });

export const marksOptions = (slug: string, number: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/rounds/{number}/checklist/", {
    params: { path: { slug, number }, query: { done: false } },
  });

export const caseOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/{case_id}/", {
    params: { path: { slug, case_id: id } },
  });
