import { createRoute, notFound } from "@tanstack/react-router";

import { projectRoute } from "@/lib/routing/roots";
import { requireConsent } from "@/lib/session/welcome";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { membershipInProject } from "@/lib/session/project";

import { loadNextSlot, slotOptions } from "./api";

export const annotateRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/annotate",
    staticData: { title: "annotate:title", fullWindow: true },
    beforeLoad: requireConsent,
    loader: async ({ context, params, preload }) => {
      const { role } = membershipInProject(context.user.memberships, params.slug) ?? {};
      const protocol = context.queryClient.ensureQueryData(protocolOptions(params.slug));
      // The request takes an item: it is not sent on hover, nor for organizers.
      if (!preload && role === "annotator") await loadNextSlot(context.queryClient, params.slug);
      await protocol;
    },
    component: lazyPage("annotate", () => import("./pages/annotate-page"), "AnnotatePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/annotate/late/$id",
    staticData: { title: "annotate:late.title", fullWindow: true },
    loader: async ({ context: { queryClient }, params: { slug, id } }) => {
      const slot = Number(id);
      if (!Number.isInteger(slot)) throw notFound();
      await Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.fetchQuery({ ...slotOptions(slug, slot), staleTime: 0 }),
      ]);
    },
    component: lazyPage("annotate", () => import("./pages/late-page"), "LatePage"),
  }),
] as const;
