import { createRoute, redirect } from "@tanstack/react-router";

import { loadTexts } from "@/lib/i18n/i18n";
import { lazyPage } from "@/lib/routing/lazy-page";
import { publicRoute } from "@/lib/routing/roots";
import { instanceOptions } from "@/lib/session/instance";
import { sessionOptions } from "@/lib/session/session";

import { resetOptions } from "./api";
import { LinkError } from "./components/no-link";

interface LoginSearch {
  /** The page that the person wanted. */
  return?: string;
}

/** Follow only paths of this site. */
export function ownPath(path: unknown): string | undefined {
  if (typeof path !== "string") return undefined;
  return /^\/(?![/\\])/.test(path) ? path : undefined;
}

export const loginRoutes = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/login",
    staticData: { title: "login:title" },
    validateSearch: (search: Record<string, unknown>): LoginSearch => {
      const wanted = ownPath(search["return"]);
      return wanted ? { return: wanted } : {};
    },
    beforeLoad: async ({ context, search }) => {
      const { user } = await context.queryClient.ensureQueryData(sessionOptions);
      if (user) throw redirect({ href: search.return ?? "/projects" });
    },
    loader: ({ context }) => context.queryClient.ensureQueryData(instanceOptions),
    component: lazyPage("login", () => import("./pages/login-page"), "LoginPage"),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/password",
    staticData: { title: "login:forgotten.title" },
    loader: ({ context }) => context.queryClient.ensureQueryData(instanceOptions),
    component: lazyPage("login", () => import("./pages/forgotten-page"), "ForgottenPage"),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/password/$token",
    staticData: { title: "login:reset.title" },
    loader: async ({ context, params }) => {
      // Errors have texts of the feature too.
      await loadTexts("login");
      return context.queryClient.ensureQueryData(resetOptions(params.token));
    },
    component: lazyPage("login", () => import("./pages/reset-page"), "ResetPage"),
    errorComponent: LinkError,
  }),
] as const;
