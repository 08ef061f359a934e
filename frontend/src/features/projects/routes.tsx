import { createRoute, notFound } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { signedInRoute } from "@/lib/routing/roots";

import { shippedProtocolsOptions } from "./api";

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
