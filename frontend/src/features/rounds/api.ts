import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

type Schemas = components["schemas"];
export type RoundReport = Schemas["RoundReport"];
export type QuestionRow = Schemas["QuestionRow"];
export type QuestionState = QuestionRow["health"]["state"];
export type MarkPage = Schemas["ChecklistMarkPage"];
export type ChecklistMark = Schemas["ChecklistMark"];

export const QUESTION_STATES: readonly QuestionState[] = [
  "failed",
  "asked",
  "new",
  "passed",
  "dropped",
];

export const checklistMarksOptions = (slug: string, number: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/rounds/{number}/checklist/", {
    params: { path: { slug, number }, query: { done: false } },
  });

export const caseOptions = (slug: string, id: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/cases/{case_id}/", {
    params: { path: { slug, case_id: id } },
  });
