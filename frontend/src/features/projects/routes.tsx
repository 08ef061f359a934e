import { createRoute, notFound } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute, signedInRoute } from "@/lib/routing/roots";

import { membersOptions, settingsOptions, shippedProtocolsOptions } from "./api";
import { historySearch } from "./history";

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/projects",
    staticData: { title: "projects:title" },
    component: lazyPage("projects", () => import("./pages/projects-page"), "ProjectsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/new-project",
    staticData: { title: "projects:new.title" },
    beforeLoad: ({ context }) => {
      if (!context.user.makes_projects) throw notFound();
    },
    loader: ({ context }) => context.queryClient.ensureQueryData(shippedProtocolsOptions),
    component: lazyPage("projects", () => import("./pages/new-project-page"), "NewProjectPage"),
  }),
] as const;

/** For maintainers, inside a project. */
export const projectSettingsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/settings",
    staticData: { title: "projects:settings.title" },
    loader: ({ context, params: { slug } }) =>
      context.queryClient.ensureQueryData(settingsOptions(slug)),
    component: lazyPage("projects", () => import("./pages/settings-page"), "SettingsPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/history",
    staticData: { title: "projects:history.title" },
    validateSearch: historySearch,
    loader: ({ context, params: { slug } }) =>
      context.queryClient.ensureQueryData(membersOptions(slug)),
    component: lazyPage("projects", () => import("./pages/history-page"), "HistoryPage"),
  }),
] as const;
