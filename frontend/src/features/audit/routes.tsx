import { createRoute, notFound } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { signedInRoute } from "@/lib/routing/roots";

import { auditOptions, auditsOptions, placesOptions } from "./api";

/** Audits come before projects, for people who may create one. */
export const auditRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/audits",
    staticData: { title: "audit:title" },
    beforeLoad: ({ context }) => {
      if (!context.user.makes_projects) throw notFound();
    },
    loader: ({ context: { queryClient } }) =>
      Promise.all([
        queryClient.ensureQueryData(auditsOptions),
        queryClient.ensureQueryData(placesOptions),
      ]),
    component: lazyPage(["audit", "import"], () => import("./pages/audits-page"), "AuditsPage"),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/audits/$id",
    staticData: { title: "audit:title" },
    beforeLoad: ({ context }) => {
      if (!context.user.makes_projects) throw notFound();
    },
    loader: ({ context, params: { id } }) =>
      context.queryClient.ensureQueryData(auditOptions(Number(id))),
    component: lazyPage(["audit", "import"], () => import("./pages/audit-page"), "AuditPage"),
  }),
] as const;
