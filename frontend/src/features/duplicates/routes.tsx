import { createRoute } from "@tanstack/react-router";

import { jobsOptions } from "@/lib/jobs/jobs";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { funnelOptions } from "@/lib/session/funnel";

import { parametersOptions, previewsOptions } from "./api";

export const duplicatesRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/duplicates",
    staticData: { title: "duplicates:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(funnelOptions(slug)),
        queryClient.ensureQueryData(jobsOptions(slug)),
      ]),
    component: lazyPage("duplicates", () => import("./pages/duplicates-page"), "DuplicatesPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/duplicates/parameters",
    staticData: { title: "duplicates:preview.title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(parametersOptions(slug)),
        queryClient.ensureQueryData(previewsOptions(slug)),
        queryClient.ensureQueryData(jobsOptions(slug)),
      ]),
    component: lazyPage("duplicates", () => import("./pages/preview-page"), "PreviewPage"),
  }),
] as const;
