import { createRoute, notFound } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { signedInRoute } from "@/lib/routing/roots";
import { isOperator } from "@/lib/session/session";

import { systemStatusOptions } from "./api";

export const systemRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/system",
    staticData: { title: "system:title" },
    beforeLoad: ({ context }) => {
      if (!isOperator(context.user)) throw notFound();
    },
    loader: ({ context }) => context.queryClient.ensureQueryData(systemStatusOptions),
    component: lazyPage("system", () => import("./pages/status-page"), "StatusPage"),
  }),
] as const;
