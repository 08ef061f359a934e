import { createRoute, notFound } from "@tanstack/react-router";

import { isProblem } from "@/lib/api/problem";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { reworkOptions } from "./api";

export const reworkRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/rework",
    staticData: { title: "rework:title" },
    component: lazyPage("rework", () => import("./pages/rework-list-page"), "ReworkListPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/rework/$id",
    staticData: { title: "rework:title", fullWindow: true },
    loader: async ({ context, params }) => {
      const id = Number(params.id);
      if (!Number.isInteger(id)) throw notFound();
      try {
        await Promise.all([
          context.queryClient.ensureQueryData(reworkOptions(params.slug, id)),
          context.queryClient.ensureQueryData(protocolOptions(params.slug)),
        ]);
      } catch (error) {
        if (isProblem(error, 404)) throw notFound();
        throw error;
      }
    },
    component: lazyPage("rework", () => import("./pages/rework-page"), "ReworkPage"),
  }),
] as const;
