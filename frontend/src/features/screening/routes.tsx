import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { requireConsent } from "@/lib/session/welcome";

import { nextImagesOptions, progressOptions, recentVotesOptions } from "./api";

export const screeningRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/screen",
    staticData: { title: "screening:title", fullWindow: true },
    beforeLoad: requireConsent,
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        // When a person comes back, the next images have changed.
        queryClient.fetchQuery(nextImagesOptions(slug)),
        queryClient.fetchQuery(recentVotesOptions(slug)),
        queryClient.ensureQueryData(progressOptions(slug)),
        queryClient.ensureQueryData(protocolOptions(slug)),
      ]),
    component: lazyPage("screening", () => import("./pages/screen-page"), "ScreenPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/screen/undecided",
    staticData: { title: "screening:undecided.title" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(protocolOptions(params.slug)),
    component: lazyPage("screening", () => import("./pages/undecided-page"), "UndecidedPage"),
  }),
] as const;
