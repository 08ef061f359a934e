import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { agreementOptions } from "@/components/agreement/agreement";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { projectRoute } from "@/lib/routing/roots";

import { membersOptions, peopleOptions } from "./api";

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/people",
    staticData: { title: "people:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.ensureQueryData(agreementOptions(slug)),
        queryClient.ensureQueryData(peopleOptions(slug)),
        queryClient.ensureQueryData(membersOptions(slug)),
      ]),
    component: lazyRouteComponent(() => import("./pages/people-page"), "PeoplePage"),
  }),
] as const;
