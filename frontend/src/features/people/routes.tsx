import { createRoute } from "@tanstack/react-router";

import { agreementOptions, overTimeOptions } from "@/components/agreement/agreement";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import {
  assignmentOptions,
  feedbackOptions,
  membersOptions,
  peopleOptions,
  reliabilityOptions,
} from "./api";
import { agreementSearch } from "./search";

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
        queryClient.ensureQueryData(assignmentOptions(slug)),
        queryClient.ensureQueryData(membersOptions(slug)),
      ]),
    component: lazyPage("people", () => import("./pages/people-page"), "PeoplePage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/people/agreement",
    staticData: { title: "people:measures.title" },
    validateSearch: agreementSearch,
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.ensureQueryData(agreementOptions(slug)),
        queryClient.ensureQueryData(overTimeOptions(slug)),
        queryClient.ensureQueryData(reliabilityOptions(slug)),
      ]),
    component: lazyPage("people", () => import("./pages/agreement-page"), "AgreementPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/people/$id",
    staticData: { title: "people:person.title" },
    loader: ({ context: { queryClient }, params: { slug, id } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.ensureQueryData(feedbackOptions(slug, Number(id))),
      ]),
    component: lazyPage("people", () => import("./pages/person-page"), "PersonPage"),
  }),
] as const;
