import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { formOptions, releaseOptions, releasesOptions, statisticsOptions } from "./api";
import { releaseSearch, releasesSearch } from "./search";

export const releasesRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/releases",
    staticData: { title: "releases:title" },
    validateSearch: releasesSearch,
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(releasesOptions(params.slug)),
    component: lazyPage("releases", () => import("./pages/releases-page"), "ReleasesPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/releases/form",
    staticData: { title: "releases:form.title" },
    loader: ({ context, params }) => context.queryClient.ensureQueryData(formOptions(params.slug)),
    component: lazyPage("releases", () => import("./pages/release-form-page"), "ReleaseFormPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/releases/$version",
    staticData: { title: "releases:one" },
    validateSearch: releaseSearch,
    loader: ({ context: { queryClient }, params: { slug, version } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.ensureQueryData(releaseOptions(slug, version)),
        queryClient.ensureQueryData(statisticsOptions(slug, version)),
      ]),
    component: lazyPage(
      ["releases", "takedown"],
      () => import("./pages/release-page"),
      "ReleasePage",
    ),
  }),
] as const;
