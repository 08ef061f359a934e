import type { PageName, LinkTarget } from "@/lib/routing/pages";

import type { Gate, GateLine } from "./api";

const ORDER: Readonly<Record<GateLine["level"], number>> = { block: 0, warn: 1, ok: 2 };

/** Blocking lines first, then warnings; passed lines last. */
export function sortByLevel(lines: readonly GateLine[]): GateLine[] {
  return lines.toSorted((one, other) => ORDER[one.level] - ORDER[other.level]);
}

type GatePage = Extract<
  PageName,
  | "overview"
  | "people"
  | "releaseForm"
  | "rework"
  | "adjudicate"
  | "questions"
  | "images"
  | "duplicates"
  | "protocol"
>;

const PAGES: Readonly<Record<string, LinkTarget & { page: GatePage }>> = {
  validated: { page: "overview" },
  unfinished: { page: "overview" },
  agreement: { page: "overview" },
  simulated: { page: "people" },
  form: { page: "releaseForm" },
  no_key: { page: "rework" },
  disputes: { page: "adjudicate" },
  rounds: { page: "questions" },
  duplicate_options: { page: "questions" },
  repeated_questions: { page: "questions" },
  shared_questions: { page: "questions" },
  checks: { page: "questions" },
  personal_data: { page: "questions" },
  withdrawn: { page: "images", search: { status: "withdrawn" } },
  licence: { page: "images" },
  licence_text: { page: "images" },
  near_duplicates: { page: "duplicates" },
  possible_duplicates: { page: "duplicates" },
  restored_copies: { page: "duplicates" },
  released_before: { page: "duplicates" },
  split_leak: { page: "duplicates" },
  reserved: { page: "questions" },
  validators: { page: "questions" },
  splits: { page: "protocol" },
  same_picture: { page: "images" },
  protocol: { page: "protocol" },
  shots: { page: "protocol" },
};

/** Link to where a line can be resolved. */
export function pageToResolve(line: GateLine): (LinkTarget & { page: GatePage }) | undefined {
  return line.level === "ok" ? undefined : PAGES[line.id];
}

/** Lines that can be overridden with a reason. */
export function overridableLines(gate: Gate): GateLine[] {
  return gate.lines.filter((line) => line.level === "block" && line.overridable);
}

/** Lines that cannot be overridden. */
export function linesThatCannotBeOverridden(gate: Gate): GateLine[] {
  return gate.lines.filter((line) => line.level === "block" && !line.overridable);
}

/** Return whether the release may be created: no final line blocks, and all others have reasons. */
export function mayCreateRelease(gate: Gate, reasons: Readonly<Record<string, string>>): boolean {
  return (
    linesThatCannotBeOverridden(gate).length === 0 &&
    overridableLines(gate).every(({ id }) => reasons[id]?.trim())
  );
}

/** Return the required reasons, trimmed. */
export function trimmedOverrides(
  gate: Gate,
  reasons: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    overridableLines(gate).map(({ id }) => [id, (reasons[id] ?? "").trim()]),
  );
}
