import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
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
    component: lazyPage(
      "make-questions",
      () => import("./pages/make-questions-page"),
      "MakeQuestionsPage",
    ),
  }),
] as const;
