import type { FieldError } from "@/lib/api/problem";
import type { Localized } from "@/lib/i18n/locale";

import type { Finding, RecordProblem } from "../api";

export interface FieldNote {
  /** `problem` and `block` prevent submission, `advise` does not. */
  level: "problem" | "block" | "advise";
  message: string;
}

/** Return the notes below each field, by its path. */
export type NotesByField = ReadonlyMap<string, readonly FieldNote[]>;

/** These only say that something is missing: shown after an attempt to submit. */
const UNFINISHED = new Set([
  "choose_one",
  "choose_some",
  "write_something",
  "no_key",
  "too_few_keys",
  "true_or_false",
  "no_accepted",
  "too_few_words",
  "too_few_characters",
  "too_few_questions",
]);

/**
 * @param attempted whether the person has tried to submit: only then missing parts are named below
 * their fields
 */
export function collectFieldNotes(
  said: {
    problems: readonly RecordProblem[];
    findings: readonly Finding[];
    refusals: readonly FieldError[];
  },
  attempted: boolean,
  pick: (text: Localized) => string,
): NotesByField {
  const notes = new Map<string, FieldNote[]>();
  const add = (path: string, note: FieldNote) => {
    const there = notes.get(path) ?? [];
    if (there.some(({ message }) => message === note.message)) return;
    notes.set(path, [...there, note]);
  };
  for (const { field, code, message } of said.problems) {
    if (attempted || !UNFINISHED.has(code))
      add(field, { level: "problem", message: pick(message) });
  }
  for (const { field, level, message } of said.findings) {
    add(field, { level, message: pick(message) });
  }
  for (const { field, message } of said.refusals) add(field, { level: "problem", message });
  return notes;
}

/** Return the notes of a path and of all paths below it. */
export function notesWithin(notes: NotesByField, path: string): readonly FieldNote[] {
  return [...notes]
    .filter(([at]) => at === path || at.startsWith(`${path}.`))
    .flatMap(([, there]) => there);
}
