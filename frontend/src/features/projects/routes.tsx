import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { signedInRoute } from "@/lib/routing/roots";

export const projectsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/projects",
    staticData: { title: "projects:title" },
    component: lazyRouteComponent(() => import("./pages/projects-page"), "ProjectsPage"),
  }),
] as const;
