import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { membershipOf } from "@/lib/session/project";
import { atLeast } from "@/lib/session/session";

import { myDayOptions, overviewOptions } from "./api";

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/overview",
    staticData: { title: "overview:title" },
    loader: async ({ context: { queryClient, user }, params: { slug } }) => {
      const role = membershipOf(user.memberships, slug)?.role ?? "annotator";
      await Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        atLeast(role, "organizer")
          ? queryClient.ensureQueryData(overviewOptions(slug))
          : queryClient.ensureQueryData(myDayOptions(slug)),
      ]);
    },
    component: lazyPage("overview", () => import("./pages/overview-page"), "OverviewPage"),
  }),
] as const;
