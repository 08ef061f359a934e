import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { jobsOptions } from "@/lib/jobs/jobs";
import { projectRoute } from "@/lib/routing/roots";

import { sourcesOptions } from "./api";
import { importSearch } from "./search";

export const importRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/import",
    staticData: { title: "import:title" },
    validateSearch: importSearch,
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(sourcesOptions(slug)),
        queryClient.ensureQueryData(jobsOptions(slug)),
      ]),
    component: lazyRouteComponent(() => import("./pages/import-page"), "ImportPage"),
  }),
] as const;
