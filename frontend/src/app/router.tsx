import type { QueryClient } from "@tanstack/react-query";
import { createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";

import { accountRoutes, mailRoutes } from "@/features/account/routes";
import { adjudicateRoutes } from "@/features/adjudicate/routes";
import { annotateRoutes } from "@/features/annotate/routes";
import { auditRoutes } from "@/features/audit/routes";
import { balanceRoutes } from "@/features/balance/routes";
import { calibrationRoutes } from "@/features/calibration/routes";
import { duplicatesRoutes } from "@/features/duplicates/routes";
import { evaluationRoutes } from "@/features/evaluation/routes";
import { funnelRoutes } from "@/features/funnel/routes";
import { glossaryRoutes } from "@/features/glossary/routes";
import { imageLifeRoutes } from "@/features/image-life/routes";
import { imagesRoutes } from "@/features/images/routes";
import { importRoutes } from "@/features/import/routes";
import { invitationRoutes } from "@/features/invitation/routes";
import { itemsRoutes } from "@/features/items/routes";
import { loginRoutes } from "@/features/login/routes";
import { makeQuestionsRoutes } from "@/features/make-questions/routes";
import { myWorkRoutes } from "@/features/my-work/routes";
import { overviewRoutes } from "@/features/overview/routes";
import { peopleRoutes } from "@/features/people/routes";
import { projectSettingsRoutes, projectsRoutes } from "@/features/projects/routes";
import { protocolRoutes } from "@/features/protocol/routes";
import { reworkRoutes } from "@/features/rework/routes";
import { roundsRoutes } from "@/features/rounds/routes";
import { screeningRoutes } from "@/features/screening/routes";
import { installationSecurityRoutes, securityRoutes } from "@/features/security/routes";
import { systemRoutes } from "@/features/system/routes";
import { talkRoutes } from "@/features/talk/routes";
import { stageRoutes } from "@/features/stages/routes";
import { validateRoutes } from "@/features/validate/routes";
import { releasesRoutes } from "@/features/releases/routes";
import { welcomeRoutes } from "@/features/welcome/routes";
import { projectRoute, publicRoute, rootRoute, signedInRoute } from "@/lib/routing/roots";

import { PublicFrame } from "./layout/public-frame";
import { PageError, PageLoading, PageNotFound } from "./route-states";

publicRoute.update({ component: PublicFrame });
signedInRoute.update({ component: lazyRouteComponent(() => import("./layout/shell"), "AppShell") });

const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/projects" });
  },
});

const projectHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  component: lazyRouteComponent(() => import("./project-home"), "ProjectHome"),
});

const routeTree = rootRoute.addChildren([
  publicRoute.addChildren([...loginRoutes, ...invitationRoutes, ...mailRoutes]),
  signedInRoute.addChildren([
    startRoute,
    ...projectsRoutes,
    ...auditRoutes,
    ...accountRoutes,
    ...systemRoutes,
    ...installationSecurityRoutes,
    ...glossaryRoutes,
    // Every feature inside a project adds its list here.
    projectRoute.addChildren([
      projectHomeRoute,
      ...overviewRoutes,
      ...projectSettingsRoutes,
      ...securityRoutes,
      ...peopleRoutes,
      ...protocolRoutes,
      ...importRoutes,
      ...imagesRoutes,
      ...imageLifeRoutes,
      ...duplicatesRoutes,
      ...stageRoutes,
      ...funnelRoutes,
      ...screeningRoutes,
      ...welcomeRoutes,
      ...annotateRoutes,
      ...myWorkRoutes,
      ...talkRoutes,
      ...itemsRoutes,
      ...balanceRoutes,
      ...adjudicateRoutes,
      ...makeQuestionsRoutes,
      ...validateRoutes,
      ...reworkRoutes,
      ...roundsRoutes,
      ...calibrationRoutes,
      ...releasesRoutes,
      ...evaluationRoutes,
    ]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    // A page that loads at once shows no placeholder.
    defaultPendingMs: 300,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageNotFound,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
