import type { components } from "@/api/generated";
import { INVITATIONS } from "@/components/invite/invite";
import { $api } from "@/lib/api/client";

export type Member = components["schemas"]["Member"];
export type Invitation = components["schemas"]["Invitation"];
export type PersonWork = components["schemas"]["PersonWork"];
export type PersonFeedback = components["schemas"]["PersonFeedback"];
export type LabelDifference = components["schemas"]["LabelDifference"];
export type AnnotatorAssignment = components["schemas"]["AssignedPerson"];
export type PersonExclusion = components["schemas"]["AnnotatorExclusion"];
export type PairAgreements = components["schemas"]["Pairs"];

export const ASSIGNMENT = "/api/projects/{slug}/assignment/";

const inProject = (slug: string) => ({ params: { path: { slug } } });

export const peopleOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/people/", inProject(slug));

export const assignmentOptions = (slug: string) =>
  $api.queryOptions("get", ASSIGNMENT, inProject(slug));

export const membersOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/members/", inProject(slug));

export const invitationsOptions = (slug: string) =>
  $api.queryOptions("get", INVITATIONS, inProject(slug));

export const pairsOptions = (slug: string, field: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/agreement/pairs/{field}/", {
    params: { path: { slug, field } },
  });

export const voidOptions = (slug: string, person: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/people/{person_id}/void/", {
    params: { path: { slug, person_id: person } },
  });

export const reliabilityOptions = (slug: string) =>
  $api.queryOptions("get", "/api/projects/{slug}/agreement/reliability/", inProject(slug));

export const feedbackOptions = (slug: string, person: number) =>
  $api.queryOptions("get", "/api/projects/{slug}/people/{person_id}/", {
    params: { path: { slug, person_id: person } },
  });

/** An export of all rows, streamed. */
export function exportUrl(
  slug: string,
  what: "agreement" | "annotations" | "hours",
  format: "json" | "jsonl" | "csv",
): string {
  return `/api/projects/${encodeURIComponent(slug)}/${what}/export/${format}/`;
}

/** Change a member's role or remove them; their work stays. */
export function useChangeMember() {
  return $api.useMutation("put", "/api/projects/{slug}/members/{member_id}/", {
    // It may be the person's own role; invitation links that a removed member knew are revoked.
    meta: { outdates: ["/api/projects/{slug}/members/", INVITATIONS, "/api/session/"] },
  });
}

/** Create a link for a member's new password; only this response contains it. */
export function usePasswordLink() {
  return $api.useMutation("post", "/api/projects/{slug}/members/{member_id}/password-link/");
}

/** Replace an invitation's link; only this response contains the new one. */
export function useRenewInvitation() {
  return $api.useMutation("post", `${INVITATIONS}{invitation_id}/renew/`, {
    meta: { outdates: [INVITATIONS] },
  });
}

export function useRevokeInvitation() {
  return $api.useMutation("delete", `${INVITATIONS}{invitation_id}/`, {
    meta: { outdates: [INVITATIONS] },
  });
}
