import { useQuery } from "@tanstack/react-query";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import type { ApiResource } from "@/lib/api/outdate";
import type { Protocol } from "@/lib/protocol/protocol";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { useProject } from "@/lib/session/project";
import { hasRight, type Role, ROLES } from "@/lib/session/session";

export const INVITATIONS = "/api/projects/{slug}/invitations/";
const OUTDATED: readonly ApiResource[] = [INVITATIONS, "/api/projects/{slug}/overview/"];

export type NewInvitation = components["schemas"]["NewInvitation"];

/** Defaults of an invitation. */
export const DEFAULT_INVITATION = { role: "annotator", uses: 10, days: 14 } as const;

/** Return the roles in which this person may invite others. */
export function useRolesToInvite(): readonly Role[] {
  const { slug, can } = useProject();
  const { data } = useQuery(protocolOptions(slug));
  if (can("maintain")) return ROLES;
  if (!can("organize") || !data) return [];
  const { annotation } = data.protocol as Protocol;
  return annotation.organizers_invite === false
    ? []
    : ROLES.filter((role) => !hasRight(role, "organize"));
}

export function useInvite() {
  return $api.useMutation("post", INVITATIONS, { meta: { outdates: OUTDATED } });
}

/** One link per address, mailed by the installation. */
export function useInviteByMail() {
  return $api.useMutation("post", "/api/projects/{slug}/invitations/mail/", {
    meta: { outdates: OUTDATED },
  });
}

export const invitationLink = (token: string) => `${window.location.origin}/invite/${token}`;

/** Return the addresses in a text: one per line, or separated by commas. */
export const parseAddresses = (text: string): string[] =>
  text.split(/[\s,;，；]+/).filter((address) => address !== "");
