import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { projectRoute } from "@/lib/routing/roots";
import { requireConsent } from "@/lib/session/welcome";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { membershipOf } from "@/lib/session/project";

import { loadNext } from "./api";

export const annotateRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/annotate",
    staticData: { title: "annotate:title", fullWindow: true },
    beforeLoad: requireConsent,
    loader: async ({ context, params, preload }) => {
      const { role } = membershipOf(context.user.memberships, params.slug) ?? {};
      const protocol = context.queryClient.ensureQueryData(protocolOptions(params.slug));
      // Asking takes an item: not for a link that was only hovered over, not for organizers.
      if (!preload && role === "annotator") await loadNext(context.queryClient, params.slug);
      await protocol;
    },
    component: lazyRouteComponent(() => import("./pages/annotate-page"), "AnnotatePage"),
  }),
] as const;
