import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { signedInRoute } from "@/lib/routing/roots";

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/account",
    staticData: { title: "account:title" },
    component: lazyRouteComponent(() => import("./pages/account-page"), "AccountPage"),
  }),
] as const;
