import { createRoute } from "@tanstack/react-router";

import { jobsOptions } from "@/lib/jobs/jobs";
import { lazyPage } from "@/lib/routing/lazy-page";
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
    component: lazyPage("import", () => import("./pages/import-page"), "ImportPage"),
  }),
] as const;
