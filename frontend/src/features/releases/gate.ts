import type { PageName, Target } from "@/lib/routing/pages";

import type { Gate, GateLine } from "./api";

const ORDER: Readonly<Record<GateLine["level"], number>> = { block: 0, warn: 1, ok: 2 };

/** What blocks first, then what to know; what is fine comes last. */
export function byWeight(lines: readonly GateLine[]): GateLine[] {
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

const PAGES: Readonly<Record<string, Target & { page: GatePage }>> = {
  validated: { page: "overview" },
  unfinished: { page: "overview" },
  agreement: { page: "overview" },
  simulated: { page: "people" },
  form: { page: "releaseForm" },
  no_key: { page: "rework" },
  disputes: { page: "adjudicate" },
  rounds: { page: "questions" },
  duplicate_options: { page: "questions" },
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

/** Where a line that is not fine can be worked on. */
export function pageOf(line: GateLine): (Target & { page: GatePage }) | undefined {
  return line.level === "ok" ? undefined : PAGES[line.id];
}

/** Lines that may be let pass with a reason. */
export function waivable(gate: Gate): GateLine[] {
  return gate.lines.filter((line) => line.level === "block" && line.overridable);
}

/** Lines that nobody can let pass. */
export function final(gate: Gate): GateLine[] {
  return gate.lines.filter((line) => line.level === "block" && !line.overridable);
}

/** Whether this may be cut: nothing final stands in the way, and the rest has its reason. */
export function mayCut(gate: Gate, reasons: Readonly<Record<string, string>>): boolean {
  return final(gate).length === 0 && waivable(gate).every(({ id }) => reasons[id]?.trim());
}

/** The reasons that are asked for, without white space around them. */
export function overridesFor(
  gate: Gate,
  reasons: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(waivable(gate).map(({ id }) => [id, (reasons[id] ?? "").trim()]));
}
