import { createRoute, redirect } from "@tanstack/react-router";

import { protocolOptions } from "@/lib/protocol/use-protocol";
import { lazyPage } from "@/lib/routing/lazy-page";
import { projectRoute } from "@/lib/routing/roots";

import { caseOptions, countsOptions, queueOptions } from "./api";

interface AdjudicateSearch {
  /** The open case; by default the first of the queue. */
  case?: number;
}

export const adjudicateRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: "/adjudicate",
    staticData: {
      title: "adjudicate:title",
      annotatorTitle: "adjudicate:together.title",
      fullWindow: true,
    },
    validateSearch: (search: Record<string, unknown>): AdjudicateSearch => {
      const id = Number(search["case"]);
      return Number.isInteger(id) && id > 0 ? { case: id } : {};
    },
    loaderDeps: ({ search }) => ({ id: search.case }),
    loader: async ({ context, params, deps }) => {
      const { queryClient } = context;
      const fresh = deps.id === undefined ? { staleTime: 0 } : {};
      const [queue] = await Promise.all([
        queryClient.fetchQuery({ ...queueOptions(params.slug), ...fresh }),
        queryClient.fetchQuery({ ...countsOptions(params.slug), ...fresh }),
        queryClient.ensureQueryData(protocolOptions(params.slug)),
      ]);
      const [first] = queue.results;
      if (deps.id !== undefined) {
        await queryClient.ensureQueryData(caseOptions(params.slug, deps.id));
      } else if (first) {
        // The URL names the case, so that it stays open while the queue changes.
        throw redirect({
          to: "/projects/$slug/adjudicate",
          params,
          search: { case: first.id },
          replace: true,
        });
      }
    },
    component: lazyPage(
      ["adjudicate", "rounds"],
      () => import("./pages/adjudicate-page"),
      "AdjudicatePage",
    ),
  }),
] as const;
