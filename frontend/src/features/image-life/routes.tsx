import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { projectOptions } from "@/lib/protocol/screening";
import { projectRoute } from "@/lib/routing/roots";

import { imageOptions } from "./api";

export const imageLifeRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/images/$id",
    staticData: { title: "image-life:title" },
    loader: ({ context, params }) =>
      Promise.all([
        context.queryClient.ensureQueryData(imageOptions(params.slug, params.id)),
        context.queryClient.ensureQueryData(projectOptions(params.slug)),
      ]),
    component: lazyRouteComponent(() => import("./pages/image-page"), "ImagePage"),
  }),
] as const;
