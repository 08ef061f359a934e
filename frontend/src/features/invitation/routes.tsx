import { createRoute } from "@tanstack/react-router";

import { loadTexts } from "@/lib/i18n/i18n";
import { lazyPage } from "@/lib/routing/lazy-page";
import { publicRoute } from "@/lib/routing/roots";

import { invitationOptions, setupOptions } from "./api";
import { InvitationError } from "./components/no-invitation";

export const invitationRoutes = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/invite/$token",
    staticData: { title: "invitation:title" },
    loader: async ({ context, params }) => {
      // Errors have texts of the feature too.
      await loadTexts("invitation");
      return context.queryClient.ensureQueryData(invitationOptions(params.token));
    },
    component: lazyPage("invitation", () => import("./pages/invitation-page"), "InvitationPage"),
    errorComponent: InvitationError,
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/first-maintainer/$token",
    staticData: { title: "invitation:first.title" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(setupOptions(params.token)),
    component: lazyPage(
      "invitation",
      () => import("./pages/first-maintainer-page"),
      "FirstMaintainerPage",
    ),
  }),
] as const;
