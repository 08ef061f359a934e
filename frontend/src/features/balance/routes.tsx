import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
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
    component: lazyPage("balance", () => import("./pages/balance-page"), "BalancePage"),
  }),
] as const;
