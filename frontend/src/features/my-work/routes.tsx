import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { projectRoute } from "@/lib/routing/roots";

export const myWorkRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/my-work",
    staticData: { title: "my-work:title" },
    component: lazyRouteComponent(() => import("./pages/my-work-page"), "MyWorkPage"),
  }),
] as const;
