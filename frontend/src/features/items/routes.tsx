import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { itemsSearch } from "./search";

export const itemsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/items",
    staticData: { title: "items:title" },
    validateSearch: itemsSearch,
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(protocolOptions(params.slug)),
    component: lazyPage("items", () => import("./pages/items-page"), "ItemsPage"),
  }),
] as const;
