import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

export const myWorkRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/my-work",
    staticData: { title: "my-work:title" },
    loader: ({ context, params }) =>
      context.queryClient.ensureQueryData(protocolOptions(params.slug)),
    component: lazyPage("my-work", () => import("./pages/my-work-page"), "MyWorkPage"),
  }),
] as const;
