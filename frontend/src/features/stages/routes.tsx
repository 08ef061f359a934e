import { createRoute } from "@tanstack/react-router";

import { jobsOptions } from "@/lib/jobs/jobs";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { funnelOptions } from "@/lib/session/funnel";

export interface StageSearch {
  /** A measure of the stage; by default its first. */
  measure?: string;
}

export const stageRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/stages/$stage",
    validateSearch: ({ measure }: Record<string, unknown>): StageSearch =>
      typeof measure === "string" ? { measure } : {},
    staticData: { title: "stages:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(funnelOptions(slug)),
        queryClient.ensureQueryData(jobsOptions(slug)),
      ]),
    component: lazyPage("stages", () => import("./pages/stage-page"), "StagePage"),
  }),
] as const;
