import { createRoute, lazyRouteComponent, notFound } from "@tanstack/react-router";

import { projectRoute } from "@/lib/routing/roots";

import { leaderboardOptions, releasesOptions, runOptions } from "./api";
import { evaluated, versionShown } from "./leaderboard";
import { evaluationSearch, runSearch } from "./search";

export const evaluationRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation",
    staticData: { title: "evaluation:title" },
    validateSearch: evaluationSearch,
    loaderDeps: ({ search: { version } }) => ({ version }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(evaluated(results), deps.version);
      if (version) await queryClient.ensureQueryData(leaderboardOptions(slug, version));
    },
    component: lazyRouteComponent(() => import("./pages/evaluation-page"), "EvaluationPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/runs/$id",
    staticData: { title: "evaluation:run.title" },
    validateSearch: runSearch,
    loader: ({ context, params: { slug, id } }) => {
      if (!/^\d+$/.test(id)) throw notFound();
      return context.queryClient.ensureQueryData(runOptions(slug, Number(id)));
    },
    component: lazyRouteComponent(() => import("./pages/run-page"), "RunPage"),
  }),
] as const;
