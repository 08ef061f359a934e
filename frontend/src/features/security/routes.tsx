import { createRoute, notFound } from "@tanstack/react-router";

import { securitySearch } from "@/components/security/search";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute, signedInRoute } from "@/lib/routing/roots";

import { installationPeopleOptions, membersOptions } from "./api";

export const securityRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/security-record",
    staticData: { title: "security:title" },
    validateSearch: securitySearch,
    loader: ({ context, params: { slug } }) =>
      context.queryClient.ensureQueryData(membersOptions(slug)),
    component: lazyPage("security", () => import("./pages/project-page"), "ProjectPage"),
  }),
] as const;

/** For staff of the installation. */
export const installationSecurityRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/security-record",
    staticData: { title: "security:title" },
    validateSearch: securitySearch,
    beforeLoad: ({ context }) => {
      if (!context.user.makes_projects) throw notFound();
    },
    loader: ({ context }) => context.queryClient.ensureQueryData(installationPeopleOptions),
    component: lazyPage("security", () => import("./pages/installation-page"), "InstallationPage"),
  }),
] as const;
