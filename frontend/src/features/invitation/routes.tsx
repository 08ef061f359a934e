import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { publicRoute } from "@/lib/routing/roots";

import { invitationOptions, setupOptions } from "./api";
import { InvitationError } from "./components/no-invitation";

export const invitationRoutes = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/invite/$token",
    staticData: { title: "invitation:title" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(invitationOptions(params.token)),
    component: lazyPage("invitation", () => import("./pages/invitation-page"), "InvitationPage"),
    errorComponent: InvitationError,
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/first-maintainer/$token",
    staticData: { title: "invitation:first.title" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(setupOptions(params.token)),
    component: lazyRouteComponent(
      () => import("./pages/first-maintainer-page"),
      "FirstMaintainerPage",
    ),
  }),
] as const;
