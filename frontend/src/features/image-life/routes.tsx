import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
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
    component: lazyPage("image-life", () => import("./pages/image-page"), "ImagePage"),
  }),
] as const;
