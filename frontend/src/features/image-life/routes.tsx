import { createRoute, notFound } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { imageOptions, itemOptions } from "./api";

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
    component: lazyPage(
      ["image-life", "takedown"],
      () => import("./pages/image-page"),
      "ImagePage",
    ),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/items/$number",
    staticData: { title: "image-life:item.title" },
    loader: ({ context, params }) => {
      if (!/^\d{1,9}$/.test(params.number)) throw notFound();
      return Promise.all([
        context.queryClient.ensureQueryData(itemOptions(params.slug, params.number)),
        context.queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]);
    },
    component: lazyPage("image-life", () => import("./pages/item-page"), "ItemPage"),
  }),
] as const;
