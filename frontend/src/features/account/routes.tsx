import { createRoute } from "@tanstack/react-router";

import { lazyPage } from "@/lib/routing/lazy-page";
import { publicRoute, signedInRoute } from "@/lib/routing/roots";

import { mailOptions } from "./api";

export const accountRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: "/account",
    staticData: { title: "account:title" },
    loader: ({ context }) => context.queryClient.ensureQueryData(mailOptions),
    component: lazyPage(
      ["account", "security"],
      () => import("./pages/account-page"),
      "AccountPage",
    ),
  }),
] as const;

/** Where the links of mails lead: they need no login. */
export const mailRoutes = [
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/confirm-address/$token",
    staticData: { title: "account:confirm.title" },
    component: lazyPage(
      "account",
      () => import("./pages/confirm-address-page"),
      "ConfirmAddressPage",
    ),
  }),
  createRoute({
    getParentRoute: () => publicRoute,
    path: "/unsubscribe/$token",
    staticData: { title: "account:unsubscribe.title" },
    component: lazyPage("account", () => import("./pages/unsubscribe-page"), "UnsubscribePage"),
  }),
] as const;
