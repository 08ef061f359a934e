import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
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
        context.queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]),
    component: lazyRouteComponent(() => import("./pages/image-page"), "ImagePage"),
  }),
] as const;
