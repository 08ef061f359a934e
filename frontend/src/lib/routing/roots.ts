import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  notFound,
  redirect,
} from "@tanstack/react-router";

import { followPersonalLocale } from "@/lib/i18n/i18n";
import type { TextKey } from "@/lib/i18n/texts";
import { membershipInProject } from "@/lib/session/project";
import { hasRight, sessionOptions } from "@/lib/session/session";
import { stagesOptions } from "@/lib/stages/stages";

export interface RouterContext {
  queryClient: QueryClient;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Title of the page: an i18n key such as `screening:title`. Shown in the bar and the tab. */
    title?: TextKey;
    /** A working page: the whole window, without the sidebar. */
    fullWindow?: boolean;
    /** Title for annotators, if it differs. */
    annotatorTitle?: TextKey;
  }
}

export const rootRoute = createRootRouteWithContext<RouterContext>()();

/** Parent of public pages. */
export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "public",
  // What a page sends names the person that it was opened for.
  beforeLoad: async ({ context }) => {
    await context.queryClient.ensureQueryData(sessionOptions);
  },
});

/** Parent of pages for signed-in people; others log in and come back. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "signed-in",
  beforeLoad: async ({ context, location }) => {
    const { user } = await context.queryClient.ensureQueryData(sessionOptions);
    if (!user) throw redirect({ to: "/login", search: { return: location.href } });
    // Before the page asks for anything: responses contain texts in the language of the page.
    await followPersonalLocale(user.locale);
    return { user };
  },
});

/** Parent of every page of one project: `/projects/$slug/…`. */
export const projectRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/projects/$slug",
  beforeLoad: ({ context, params }) => {
    if (!membershipInProject(context.user.memberships, params.slug)) throw notFound();
  },
  // Names of the stages are part of texts on many pages, which must not be drawn without them.
  loader: async ({ context: { queryClient, user }, params: { slug } }) => {
    const membership = membershipInProject(user.memberships, slug);
    if (membership && hasRight(membership.role, "organize")) {
      await queryClient.ensureQueryData(stagesOptions(slug));
    }
  },
});
