import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { jobsOptions } from "@/lib/jobs/jobs";
import { projectRoute } from "@/lib/routing/roots";

export const duplicatesRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/duplicates",
    staticData: { title: "duplicates:title" },
    loader: ({ context, params }) => context.queryClient.ensureQueryData(jobsOptions(params.slug)),
    component: lazyRouteComponent(() => import("./pages/duplicates-page"), "DuplicatesPage"),
  }),
] as const;
