import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { requireConsent } from "@/lib/session/welcome";

import { baselineOptions, nextQuestionOptions } from "./api";

export const validateRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/validate",
    staticData: { title: "validate:title", fullWindow: true },
    beforeLoad: requireConsent,
    loader: async ({ context, params }) => {
      await Promise.all([
        context.queryClient.ensureQueryData(nextQuestionOptions(params.slug)),
        context.queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]);
    },
    component: lazyPage("validate", () => import("./pages/validate-page"), "ValidatePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/human-baseline",
    staticData: { title: "validate:baseline.title", fullWindow: true },
    beforeLoad: requireConsent,
    loader: async ({ context, params }) => {
      await Promise.all([
        context.queryClient.ensureQueryData(baselineOptions(params.slug)),
        context.queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]);
    },
    component: lazyPage("validate", () => import("./pages/baseline-page"), "BaselinePage"),
  }),
] as const;
