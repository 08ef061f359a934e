import { type QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";

import { $api } from "../api/client";
import { pages } from "../routing/pages";
import { membershipInProject } from "./project";
import type { SessionUser } from "./session";

const FRESH_MS = 60_000;

/** Progress of an annotator's first visit: consent, practice. */
export const welcomeOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/annotate/welcome/", {
    params: { path: { slug } },
  });

/** The practice item: the person's answers beside its final record, after submission. */
export const practiceOptions = (slug: string) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/practice/",
    { params: { path: { slug } } },
    { retry: false },
  );

interface Visit {
  context: { queryClient: QueryClient; user: SessionUser };
  params: { slug: string };
}

/** For pages with work: people without consent read about the work first. */
export async function requireConsent({ context, params: { slug } }: Visit): Promise<void> {
  const { role } = membershipInProject(context.user.memberships, slug) ?? {};
  if (role !== "annotator") return;
  const welcome = await context.queryClient.fetchQuery({
    ...welcomeOptions(slug),
    staleTime: FRESH_MS,
  });
  if (!welcome.may_work) throw redirect({ to: pages.welcome, params: { slug } });
}
