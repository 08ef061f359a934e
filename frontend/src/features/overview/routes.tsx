import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { membershipInProject } from "@/lib/session/project";
import { hasRight } from "@/lib/session/session";

import { myDayOptions, overviewOptions } from "./api";

export const overviewRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/overview",
    staticData: { title: "overview:title" },
    loader: async ({ context: { queryClient, user }, params: { slug } }) => {
      const role = membershipInProject(user.memberships, slug)?.role ?? "annotator";
      const protocol = queryClient.ensureQueryData(protocolOptions(slug));
      if (hasRight(role, "organize")) {
        await Promise.all([protocol, queryClient.ensureQueryData(overviewOptions(slug))]);
        return;
      }
      await Promise.all([queryClient.ensureQueryData(myDayOptions(slug)), protocol]);
    },
    component: lazyPage("overview", () => import("./pages/overview-page"), "OverviewPage"),
  }),
] as const;
