import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { threadOptions } from "./api";
import { talkSearch } from "./search";

export const talkRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/talk",
    validateSearch: talkSearch,
    staticData: { title: "talk:title" },
    component: lazyPage("talk", () => import("./pages/talk-page"), "TalkPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/talk/$id",
    staticData: { title: "talk:one" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(threadOptions(params.slug, Number(params.id))),
    component: lazyPage(["talk", "rework"], () => import("./pages/thread-page"), "ThreadPage"),
  }),
] as const;
