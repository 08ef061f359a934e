import { createRoute, notFound } from "@tanstack/react-router";

import { roundsOptions } from "@/components/rounds/rounds";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { checklistMarksOptions, QUESTION_STATES, type QuestionState } from "./api";

interface QuestionsSearch {
  /** Only questions in this state. */
  state?: QuestionState;
}

export const roundsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/questions",
    staticData: { title: "rounds:title" },
    validateSearch: (search: Record<string, unknown>): QuestionsSearch => {
      const state = QUESTION_STATES.find((one) => one === search["state"]);
      return state ? { state } : {};
    },
    loader: async ({ context, params }) => {
      await Promise.all([
        context.queryClient.ensureQueryData(roundsOptions(params.slug)),
        context.queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]);
    },
    component: lazyPage("rounds", () => import("./pages/questions-page"), "QuestionsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/questions/checklist/$number",
    staticData: { title: "rounds:checklist.title", fullWindow: true },
    loader: async ({ context, params }) => {
      const number = Number(params.number);
      if (!Number.isInteger(number)) throw notFound();
      await Promise.all([
        context.queryClient.fetchQuery({
          ...checklistMarksOptions(params.slug, number),
          staleTime: 0,
        }),
        context.queryClient.ensureQueryData(roundsOptions(params.slug)),
        context.queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]);
    },
    component: lazyPage("rounds", () => import("./pages/checklist-page"), "ChecklistPage"),
  }),
] as const;
