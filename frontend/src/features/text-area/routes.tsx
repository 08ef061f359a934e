import { createRoute } from "@tanstack/react-router";

import { jobsOptions } from "@/lib/jobs/jobs";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { funnelOptions } from "@/lib/session/funnel";

import { histogramOptions } from "./api";

export const textAreaRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/text",
    staticData: { title: "text-area:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(funnelOptions(slug)),
        queryClient.ensureQueryData(histogramOptions(slug)),
        queryClient.ensureQueryData(jobsOptions(slug)),
      ]),
    component: lazyPage("text-area", () => import("./pages/text-area-page"), "TextAreaPage"),
  }),
] as const;
