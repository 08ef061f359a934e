import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import type { Resource } from "@/lib/api/outdate";
import { useInstance } from "@/lib/session/instance";
import { useProject } from "@/lib/session/project";
import { type Role, ROLES } from "@/lib/session/session";

export const INVITATIONS = "/api/projects/{slug}/invitations/";
const OUTDATED: readonly Resource[] = [INVITATIONS, "/api/projects/{slug}/overview/"];

export type Invitation = components["schemas"]["Invitation"];

/** What an invitation is unless somebody asks for another one. */
export const USUAL_INVITATION = { role: "annotator", uses: 10, days: 14 } as const;

/** The roles in which this person may invite others. */
export function useRolesToInvite(): readonly Role[] {
  const { can } = useProject();
  const { organizers_invite: organizersInvite } = useInstance();
  if (can("maintainer")) return ROLES;
  return can("organizer") && organizersInvite ? ["rater", "annotator"] : [];
}

export function useInvite() {
  return $api.useMutation("post", INVITATIONS, { meta: { outdates: OUTDATED } });
}

/** One link for each address, sent by the installation. */
export function useInviteByMail() {
  return $api.useMutation("post", "/api/projects/{slug}/invitations/mail/", {
    meta: { outdates: OUTDATED },
  });
}

export const invitationLink = (token: string) => `${window.location.origin}/invite/${token}`;

/** The addresses of a text: one per line, or separated by commas. */
export const addressesIn = (text: string): string[] =>
  text.split(/[\s,;，；]+/).filter((address) => address !== "");
