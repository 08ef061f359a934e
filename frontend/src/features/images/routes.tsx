import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { funnelOptions } from "@/lib/session/funnel";

import { imagesSearch } from "./search";

export const imagesRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/images",
    staticData: { title: "images:title" },
    validateSearch: imagesSearch,
    loader: ({ context: { queryClient }, params: { slug } }) =>
      queryClient.ensureQueryData(funnelOptions(slug)),
    component: lazyPage("images", () => import("./pages/images-page"), "ImagesPage"),
  }),
] as const;
