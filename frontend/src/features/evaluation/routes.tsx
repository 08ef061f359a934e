import { createRoute, notFound } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { leaderboardOptions, releasesOptions, runOptions } from "./api";
import { analysisOptions, markingOptions } from "./api-errors";
import { ratingOptions, ratingsOptions } from "./api-ratings";
import { shortcutBaselinesOptions, labelErrorCandidatesOptions, tablesOptions } from "./api-scores";
import { versionsWithRuns, versionShown } from "./leaderboard";
import {
  compareSearch,
  errorSearch,
  evaluationSearch,
  releasesSearch,
  runSearch,
  tablesSearch,
  versionSearch,
} from "./search";

export const evaluationRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation",
    staticData: { title: "evaluation:title" },
    validateSearch: evaluationSearch,
    loaderDeps: ({ search: { version } }) => ({ version }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(versionsWithRuns(results), deps.version);
      if (version) await queryClient.ensureQueryData(leaderboardOptions(slug, version));
    },
    component: lazyPage("evaluation", () => import("./pages/evaluation-page"), "EvaluationPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/compare",
    staticData: { title: "evaluation:parts.compare" },
    validateSearch: compareSearch,
    loaderDeps: ({ search: { version } }) => ({ version }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(versionsWithRuns(results), deps.version);
      if (version) await queryClient.ensureQueryData(leaderboardOptions(slug, version));
    },
    component: lazyPage("evaluation", () => import("./pages/compare-page"), "ComparePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/releases",
    staticData: { title: "evaluation:parts.releases" },
    validateSearch: releasesSearch,
    loader: ({ context, params: { slug } }) =>
      context.queryClient.ensureQueryData(releasesOptions(slug)),
    component: lazyPage(
      "evaluation",
      () => import("./pages/releases-compared-page"),
      "ReleasesComparedPage",
    ),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/shortcuts",
    staticData: { title: "evaluation:parts.shortcuts" },
    validateSearch: versionSearch,
    loaderDeps: ({ search: { version } }) => ({ version }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(versionsWithRuns(results), deps.version);
      if (version) {
        await Promise.all([
          queryClient.ensureQueryData(leaderboardOptions(slug, version)),
          queryClient.ensureQueryData(shortcutBaselinesOptions(slug, version)),
          queryClient.ensureQueryData(labelErrorCandidatesOptions(slug, version)),
        ]);
      }
    },
    component: lazyPage("evaluation", () => import("./pages/shortcuts-page"), "ShortcutsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/errors",
    staticData: { title: "evaluation:parts.errors" },
    loader: ({ context, params: { slug } }) =>
      context.queryClient.ensureQueryData(releasesOptions(slug)),
    component: lazyPage("evaluation", () => import("./pages/analyses-page"), "AnalysesPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/errors/$id",
    staticData: { title: "evaluation:errors.one" },
    validateSearch: errorSearch,
    loader: ({ context, params: { slug, id } }) => {
      if (!/^\d+$/.test(id)) throw notFound();
      return context.queryClient.ensureQueryData(analysisOptions(slug, Number(id)));
    },
    component: lazyPage("evaluation", () => import("./pages/analysis-page"), "AnalysisPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/ratings",
    staticData: { title: "evaluation:parts.ratings" },
    validateSearch: versionSearch,
    loaderDeps: ({ search: { version } }) => ({ version }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(versionsWithRuns(results), deps.version);
      if (version) await queryClient.ensureQueryData(ratingsOptions(slug, version));
    },
    component: lazyPage("evaluation", () => import("./pages/ratings-page"), "RatingsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/ratings/$id",
    staticData: { title: "evaluation:ratings.one" },
    validateSearch: errorSearch,
    loader: ({ context, params: { slug, id } }) => {
      if (!/^\d+$/.test(id)) throw notFound();
      return context.queryClient.ensureQueryData(ratingOptions(slug, Number(id)));
    },
    component: lazyPage("evaluation", () => import("./pages/rating-page"), "RatingPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/marking",
    staticData: { title: "evaluation:marking.title" },
    loader: ({ context, params: { slug } }) =>
      context.queryClient.ensureQueryData(markingOptions(slug)),
    component: lazyPage("evaluation", () => import("./pages/marking-page"), "MarkingPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/outside",
    staticData: { title: "evaluation:parts.outside" },
    validateSearch: versionSearch,
    loaderDeps: ({ search: { version } }) => ({ version }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(versionsWithRuns(results), deps.version);
      if (version) await queryClient.ensureQueryData(leaderboardOptions(slug, version));
    },
    component: lazyPage("evaluation", () => import("./pages/outside-page"), "OutsidePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/evaluation/tables",
    staticData: { title: "evaluation:parts.tables" },
    validateSearch: tablesSearch,
    loaderDeps: ({ search: { version, language, complete } }) => ({ version, language, complete }),
    loader: async ({ context: { queryClient }, params: { slug }, deps }) => {
      const { results } = await queryClient.ensureQueryData(releasesOptions(slug));
      const version = versionShown(versionsWithRuns(results), deps.version);
      if (version) await queryClient.ensureQueryData(tablesOptions(slug, version, deps));
    },
    component: lazyPage("evaluation", () => import("./pages/tables-page"), "TablesPage"),
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
    component: lazyPage("evaluation", () => import("./pages/run-page"), "RunPage"),
  }),
] as const;
