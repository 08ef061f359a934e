import type { components } from "@/api/generated";

export type SecurityEvent = components["schemas"]["SecurityEvent"];
export type SecurityEventKind = SecurityEvent["kind"];

/** Kinds in the order of the filter. */
export const SECURITY_EVENT_KINDS = [
  "logged_in",
  "logged_out",
  "login_failed",
  "account_created",
  "account_changed",
  "account_deleted",
  "email_changed",
  "password_changed",
  "password_set",
  "password_mail_sent",
  "password_link_made",
  "password_link_used",
  "token_created",
  "invitation_created",
  "invitation_renewed",
  "invitation_revoked",
  "member_joined",
  "role_changed",
  "member_removed",
  "project_created",
  "project_deleted",
  "settings_changed",
  "protocol_changed",
  "exported",
  "release_created",
  "release_published",
  "release_withdrawn",
  "release_removed",
  "release_uploaded",
  "takedown",
  "access_key_created",
  "access_key_revoked",
  "installation_changed",
] as const satisfies readonly SecurityEventKind[];

/** Kinds that belong to no project. */
const OF_ACCOUNTS: ReadonlySet<SecurityEventKind> = new Set([
  "logged_in",
  "logged_out",
  "login_failed",
  "account_created",
  "account_changed",
  "account_deleted",
  "email_changed",
  "password_changed",
  "password_set",
  "password_mail_sent",
  "token_created",
  "installation_changed",
]);
export const PROJECT_EVENT_KINDS = SECURITY_EVENT_KINDS.filter((kind) => !OF_ACCOUNTS.has(kind));

export interface SecuritySearch {
  kind?: SecurityEventKind;
  person?: number;
  /** Days, as YYYY-MM-DD; both included. */
  since?: string;
  until?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The selected filters; other values in the URL are dropped. */
export function securitySearch(search: Record<string, unknown>): SecuritySearch {
  const kind = SECURITY_EVENT_KINDS.find((one) => one === search["kind"]);
  const person = Number(search["person"]);
  const since = dayIn(search["since"]);
  const until = dayIn(search["until"]);
  return {
    ...(kind && { kind }),
    ...(Number.isInteger(person) && person > 0 && { person }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** The query of the API: from the begin of the first day to the end of the last, local time. */
export function toEventQuery({ kind, person, since, until }: SecuritySearch) {
  return {
    ...(kind && { kind }),
    ...(person && { person_id: person }),
    ...(since && { since: midnight(since, 0) }),
    ...(until && { until: midnight(until, 1) }),
  };
}

export function eventsCsvUrl(base: string, search: SecuritySearch): string {
  const entries = Object.entries(toEventQuery(search)).map(([name, value]) => [
    name,
    String(value),
  ]);
  const query = new URLSearchParams(entries).toString();
  return `${base}export/csv/${query && `?${query}`}`;
}

function dayIn(value: unknown): string | undefined {
  const isDay =
    typeof value === "string" && DAY.test(value) && !Number.isNaN(Date.parse(`${value}T00:00`));
  return isDay ? value : undefined;
}

function midnight(day: string, daysLater: number): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}
