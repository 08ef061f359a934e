import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { projectRoute } from "@/lib/routing/roots";

import { threadOptions } from "./api";
import { talkSearch } from "./search";

export const talkRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/talk",
    validateSearch: talkSearch,
    staticData: { title: "talk:title" },
    component: lazyRouteComponent(() => import("./pages/talk-page"), "TalkPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/talk/$id",
    staticData: { title: "talk:one" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(threadOptions(params.slug, Number(params.id))),
    component: lazyRouteComponent(() => import("./pages/thread-page"), "ThreadPage"),
  }),
] as const;
