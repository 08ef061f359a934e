import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { funnelOptions } from "@/lib/session/funnel";

export interface ExcludedSearch {
  /** A stage of curation; by default all. */
  stage?: string;
}

export const funnelRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/funnel",
    staticData: { title: "funnel:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      queryClient.ensureQueryData(funnelOptions(slug)),
    component: lazyPage("funnel", () => import("./pages/funnel-page"), "FunnelPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/funnel/excluded",
    validateSearch: (search: Record<string, unknown>): ExcludedSearch => {
      return typeof search.stage === "string" ? { stage: search.stage } : {};
    },
    staticData: { title: "funnel:excluded.title" },
    component: lazyPage("funnel", () => import("./pages/excluded-page"), "ExcludedPage"),
  }),
] as const;
