import { useParams } from "@tanstack/react-router";

import { atLeast, type Membership, type Role, useUser } from "./session";

export interface CurrentProject {
  slug: string;
  name: string;
  /** Nothing in it can be changed. */
  archived: boolean;
  role: Role;
  /** May this person do what needs `role`? */
  can: (role: Role) => boolean;
}

export function membershipOf(
  memberships: readonly Membership[],
  slug: string | undefined,
): Membership | undefined {
  return memberships.find((membership) => membership.project.slug === slug);
}

/** The project in the address and the signed-in person's part in it. Only under `projectRoute`. */
export function useProject(): CurrentProject {
  const { slug } = useParams({ strict: false });
  const membership = membershipOf(useUser().memberships, slug);
  if (!membership) throw new Error("This page needs a project in its address.");
  return {
    ...membership.project,
    role: membership.role,
    can: (role) => atLeast(membership.role, role),
  };
}
