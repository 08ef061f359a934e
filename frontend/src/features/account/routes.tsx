import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { signedInRoute } from "@/lib/routing/roots";

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/account",
    staticData: { title: "account:title" },
    component: lazyPage("account", () => import("./pages/account-page"), "AccountPage"),
  }),
] as const;
