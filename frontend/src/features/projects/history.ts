import type { components } from "@/api/generated";
import { type Role, ROLES } from "@/lib/session/session";

export type HistoryEntry = components["schemas"]["HistoryEntry"];

/** Kinds of objects in the history. */
export const HISTORY_MACHINES = [
  "project",
  "membership",
  "image",
  "slot",
  "case",
  "round",
  "validation",
  "thread",
  "calibration",
  "call",
  "release",
  "run",
  "picture_check",
] as const;
export type HistoryMachine = (typeof HISTORY_MACHINES)[number];

/** States without a badge elsewhere. */
export const STATES_WITHOUT_BADGE = [
  "project.in_use",
  "membership.member",
  "membership.removed",
  "validation.open",
  "validation.leased",
  "validation.answered",
  "validation.counted",
  "validation.withdrawn",
  "calibration.open",
  "calibration.closed",
  "call.open",
  "call.closed",
  "picture_check.proposed",
  "picture_check.kept",
  "picture_check.removed",
] as const;

export interface HistorySearch {
  of?: HistoryMachine;
  person?: number;
}

/** The selected filters; other values in the URL are dropped. */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  const of = HISTORY_MACHINES.find((one) => one === search["of"]);
  const person = Number(search["person"]);
  return { ...(of && { of }), ...(Number.isInteger(person) && person > 0 && { person }) };
}

const AT_ONCE_MS = 60_000;

export type EntryGroup = [HistoryEntry, ...HistoryEntry[]];

/** Entries of one action of Subtext on many objects, as one group; all others alone. */
export function groupEntries(entries: readonly HistoryEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && isSameEvent(before, entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function isSameEvent(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    one.role === "system" &&
    other.role === "system" &&
    one.machine === other.machine &&
    one.action === other.action &&
    one.target === other.target &&
    one.reason === other.reason &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) < AT_ONCE_MS
  );
}

const SETTINGS = ["name", "description", "time_zone", "archived"] as const;

export interface SettingChange {
  setting: "name" | "description" | "time_zone" | "archived" | "unarchived";
  before: string;
  after: string;
}

/** The settings of the project that an entry changed; none for other entries. */
export function settingChanges({ machine, data }: HistoryEntry): SettingChange[] {
  if (machine !== "project") return [];
  const values = data as Record<string, [unknown, unknown] | undefined>;
  return SETTINGS.flatMap((name) => {
    const change = values[name];
    if (!change) return [];
    const [before, after] = change;
    const setting = name === "archived" && after === false ? "unarchived" : name;
    return [{ setting, before: String(before), after: String(after) }];
  });
}

/** The role that an entry gave to a member; undefined for other entries. */
export function roleGivenByEntry({ machine, target, data }: HistoryEntry): Role | undefined {
  if (machine !== "membership" || target !== "member") return undefined;
  const { role } = data as { role?: unknown };
  return ROLES.find((one) => one === role);
}

/** Number of objects of the entries. */
export function countObjects(entries: readonly HistoryEntry[]): number {
  return entries.reduce((sum, { subject_count: count }) => sum + count, 0);
}
