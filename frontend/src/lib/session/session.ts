import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";

import type { paths } from "@/api/generated";
import table from "@/api/roles.json";
import { $api } from "@/lib/api/client";
import { forgetAnswers } from "@/lib/api/conditional";

type Json<Operation> = Operation extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

export type Session = Json<paths["/api/session/"]["get"]>;
export type SessionUser = NonNullable<Session["user"]>;
export type Membership = SessionUser["memberships"][number];
export type Role = Membership["role"];

/** What a person may do in a project: `projects/roles.py`. */
export type Right = keyof typeof table.rights;

/** All roles, the lowest first. */
export const ROLES = Object.keys(table.en.role) as Role[];

export function hasRight(role: Role, right: Right): boolean {
  return table.rights[right].includes(role);
}

/** Return whether a person maintains the installation: staff, and maintainers of any project. */
export function isOperator(user: SessionUser): boolean {
  return user.makes_projects || user.memberships.some(({ role }) => hasRight(role, "maintain"));
}

/** The session; `user` is null if nobody is signed in. */
export const sessionOptions = $api.queryOptions(
  "get",
  "/api/session/",
  {},
  // Someone else may have logged in, in another tab.
  { staleTime: 5 * 60_000, refetchOnWindowFocus: "always" },
);

export function useSession(): Session {
  return useSuspenseQuery(sessionOptions).data;
}

/** The signed-in person. Only for pages under `signedInRoute`. */
export function useUser(): SessionUser {
  const { user } = useSession();
  if (!user) throw new Error("This page needs a signed-in person.");
  return user;
}

const KEPT = new Set<unknown>(["/api/instance/", "/api/session/"]);

/** Set a new session and drop everything that another person had loaded. */
export function useSessionChange(): (session: Session) => void {
  const queries = useQueryClient();
  return (session) => {
    forgetAnswers();
    queries.removeQueries({ predicate: ({ queryKey }) => !KEPT.has(queryKey[1]) });
    queries.setQueryData(sessionOptions.queryKey, session);
  };
}
