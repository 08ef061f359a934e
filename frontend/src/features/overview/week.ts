import type { Activity, FieldReliability } from "./api";

type Person = Activity["people"][number];

export const ACTIVITY_KINDS = ["screened", "annotated", "decided", "validated"] as const;

export function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A person's work by day. */
export function dailyTotals(person: Person): number[] {
  return person.screened.map((_, day) =>
    sumOf(ACTIVITY_KINDS.map((kind) => person[kind][day] ?? 0)),
  );
}

/** The largest count of any person on any day: the common scale. */
export function busiestDay(people: readonly Person[]): number {
  return Math.max(0, ...people.flatMap(dailyTotals));
}

/** How often a person's choice is the true one, over all labels weighted by their items. */
export function weightedReliability(
  fields: readonly FieldReliability[],
  person: number,
): number | null {
  const known = fields
    .flatMap(({ people }) => people.filter((one) => one.person === person))
    .flatMap(({ accuracy, items }) => (accuracy === null ? [] : [{ accuracy, items }]));
  const items = sumOf(known.map((one) => one.items));
  return items > 0 ? sumOf(known.map((one) => one.accuracy * one.items)) / items : null;
}
