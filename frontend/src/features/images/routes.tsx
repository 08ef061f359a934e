import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { funnelOptions } from "@/lib/session/funnel";
import { stagesOptions } from "@/lib/stages/stages";

import { imagesSearch } from "./search";

export const imagesRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/images",
    staticData: { title: "images:title" },
    validateSearch: imagesSearch,
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(funnelOptions(slug)),
        queryClient.ensureQueryData(stagesOptions(slug)),
      ]),
    component: lazyPage("images", () => import("./pages/images-page"), "ImagesPage"),
  }),
] as const;
