import { createRoute, notFound, redirect } from "@tanstack/react-router";

import { isProblem } from "@/lib/api/problem";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";
import { membershipInProject } from "@/lib/session/project";
import { hasRight } from "@/lib/session/session";

import { documentOptions, offerOptions, versionOptions, versionsOptions } from "./api";

export const protocolRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/protocol",
    staticData: { title: "protocol:title" },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.ensureQueryData(protocolOptions(slug)),
        queryClient.ensureQueryData(documentOptions(slug)),
        queryClient.ensureQueryData(versionsOptions(slug)),
      ]),
    component: lazyPage("protocol", () => import("./pages/protocol-page"), "ProtocolPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/protocol/edit",
    staticData: { title: "protocol:edit.title" },
    beforeLoad: ({ context, params }) => {
      const role = membershipInProject(context.user.memberships, params.slug)?.role;
      if (!role || !hasRight(role, "maintain")) {
        throw redirect({ to: "/projects/$slug/protocol", params });
      }
    },
    loader: ({ context: { queryClient }, params: { slug } }) =>
      Promise.all([
        queryClient.fetchQuery({ ...documentOptions(slug), staleTime: 0 }),
        queryClient.ensureQueryData(offerOptions(slug)),
      ]),
    component: lazyPage("protocol", () => import("./pages/edit-page"), "EditPage"),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/protocol/versions/$number",
    staticData: { title: "protocol:version.title" },
    loader: async ({ context: { queryClient }, params: { slug, number } }) => {
      const wanted = Number(number);
      if (!Number.isInteger(wanted) || wanted < 1) throw notFound();
      try {
        await Promise.all([
          queryClient.ensureQueryData(versionOptions(slug, wanted)),
          wanted > 1 ? queryClient.ensureQueryData(versionOptions(slug, wanted - 1)) : null,
        ]);
      } catch (error) {
        if (isProblem(error, 404)) throw notFound();
        throw error;
      }
    },
    component: lazyPage("protocol", () => import("./pages/version-page"), "VersionPage"),
  }),
] as const;
