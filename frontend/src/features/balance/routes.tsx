import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { projectRoute } from "@/lib/routing/roots";

import { balanceOptions } from "./api";

export const balanceRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/balance",
    staticData: { title: "balance:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.ensureQueryData(balanceOptions(slug)),
      ]),
    component: lazyRouteComponent(() => import("./pages/balance-page"), "BalancePage"),
  }),
] as const;
