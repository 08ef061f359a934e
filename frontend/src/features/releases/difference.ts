import type { ReleaseChange, Statistics } from "./api";

type Titles = Pick<Statistics, "fields" | "lengths">;

/** Return the title of a changed label or text; "" if the kind of change says it all. */
export function fieldTitle({ what, where }: ReleaseChange, { fields, lengths }: Titles): string {
  if (what === "label") return fields.find(({ id }) => id === where)?.title ?? where;
  if (what === "text") return lengths.find((length) => length.what === where)?.title ?? where;
  return what === "sentence" ? where : "";
}

/** A value as text, one line for each of its parts. */
function textOf(value: unknown, titleOf: (id: string) => string): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((part) => textOf(part, titleOf)).join("\n");
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${textOf(part, titleOf)}`)
      .join("\n");
  }
  return titleOf(String(value));
}

/** Both sides of a change as texts that can be compared word by word. */
export function textsBeforeAndAfter(
  change: ReleaseChange,
  { fields }: Titles,
): { before: string; after: string } {
  const field = change.what === "label" ? fields.find(({ id }) => id === change.where) : undefined;
  const titleOf = (id: string) => field?.choices.find((choice) => choice.id === id)?.title ?? id;
  return { before: textOf(change.before, titleOf), after: textOf(change.after, titleOf) };
}
