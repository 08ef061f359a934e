import { createRoute, redirect, notFound } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { membershipInProject } from "@/lib/session/project";

import {
  batchesOptions,
  batchOptions,
  onboardingOptions,
  goldOptions,
  itemOptions,
  myCalibrationOptions,
} from "./api";
import { calibrationSearch } from "./search";

export const calibrationRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/calibration",
    staticData: { title: "calibration:title" },
    validateSearch: calibrationSearch,
    loaderDeps: ({ search }) => search,
    loader: async ({ context: { queryClient, user }, params: { slug }, deps }) => {
      const protocol = queryClient.ensureQueryData(protocolOptions(slug));
      if (membershipInProject(user.memberships, slug)?.role === "annotator") {
        await queryClient.fetchQuery(myCalibrationOptions(slug));
      } else {
        const { batches } = await queryClient.fetchQuery(batchesOptions(slug));
        const number = deps.batch ?? batches[0]?.number;
        if (number !== undefined) await queryClient.fetchQuery(batchOptions(slug, number));
      }
      await protocol;
    },
    component: lazyPage("calibration", () => import("./pages/calibration-page"), "CalibrationPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/calibration/$number/items/$place",
    staticData: { title: "calibration:item.title" },
    loader: async ({ context: { queryClient }, params: { slug, number, place: at } }) => {
      const [batch, place] = [Number(number), Number(at)];
      if (!Number.isInteger(batch) || !Number.isInteger(place)) throw notFound();
      await Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.fetchQuery(itemOptions(slug, batch, place)),
      ]);
    },
    component: lazyPage("calibration", () => import("./pages/item-page"), "ItemPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/calibration/onboarding",
    staticData: { title: "calibration:visit.title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.fetchQuery(onboardingOptions(slug)),
      ]),
    component: lazyPage("calibration", () => import("./pages/onboarding-page"), "OnboardingPage"),
  }),
  // The address of the page in versions before it was named so.
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/calibration/first-visit",
    beforeLoad: ({ params }) => {
      throw redirect({ to: "/projects/$slug/calibration/onboarding", params });
    },
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/calibration/gold",
    staticData: { title: "calibration:gold.title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.fetchQuery(goldOptions(slug)),
      ]),
    component: lazyPage("calibration", () => import("./pages/gold-page"), "GoldPage"),
  }),
] as const;
