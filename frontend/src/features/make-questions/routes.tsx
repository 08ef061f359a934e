import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { projectRoute } from "@/lib/routing/roots";

import { toMakeOptions } from "./api";

export const makeQuestionsRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/make-questions",
    staticData: { title: "make-questions:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.fetchQuery({ ...toMakeOptions(slug), staleTime: 0 }),
      ]),
    component: lazyRouteComponent(() => import("./pages/make-questions-page"), "MakeQuestionsPage"),
  }),
] as const;
