import { useParams } from "@tanstack/react-router";

import { hasRight, type Membership, type Right, type Role, useUser } from "./session";

export interface CurrentProject {
  slug: string;
  name: string;
  /** Nothing can be changed in it. */
  archived: boolean;
  /** Name of the time zone in which its days begin. */
  time_zone: string;
  role: Role;
  /** Return whether this person has a right. */
  can: (right: Right) => boolean;
}

export function membershipInProject(
  memberships: readonly Membership[],
  slug: string | undefined,
): Membership | undefined {
  return memberships.find((membership) => membership.project.slug === slug);
}

/** The project in the URL and the signed-in person's membership. Only under `projectRoute`. */
export function useProject(): CurrentProject {
  const { slug } = useParams({ strict: false });
  const membership = membershipInProject(useUser().memberships, slug);
  if (!membership) throw new Error("This page needs a project in its address.");
  return {
    ...membership.project,
    role: membership.role,
    can: (right) => hasRight(membership.role, right),
  };
}
