import { createRoute } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { membershipInProject } from "@/lib/session/project";
import { practiceOptions, welcomeOptions } from "@/lib/session/welcome";

import { myDayOptions } from "./api";

export const welcomeRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/welcome",
    staticData: { title: "welcome:title" },
    loader: async ({ context: { queryClient, user }, params: { slug } }) => {
      const protocol = queryClient.ensureQueryData(protocolOptions(slug));
      if (membershipInProject(user.memberships, slug)?.role === "annotator") {
        const [welcome] = await Promise.all([
          queryClient.fetchQuery({ ...welcomeOptions(slug), staleTime: 0 }),
          queryClient.fetchQuery({ ...myDayOptions(slug), staleTime: 0 }),
        ]);
        if (welcome.practice === "done") {
          await queryClient.prefetchQuery(practiceOptions(slug));
        }
      }
      await protocol;
    },
    component: lazyPage("welcome", () => import("./pages/welcome-page"), "WelcomePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/guide",
    staticData: { title: "welcome:guide.title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      queryClient.ensureQueryData(protocolOptions(slug)),
    component: lazyPage("welcome", () => import("./pages/guide-page"), "GuidePage"),
  }),
] as const;
