import type { RecordContent } from "@/lib/protocol/record";

import { findDraftDifferences } from "./differences";

/** Typing in one field without a longer pause is undone as one step. */
export const TYPING_MS = 1_000;
const MOST = 500;

interface Step {
  before: RecordContent;
  after: RecordContent;
  /** The field of the form with the change: `questions.0.options.2`. */
  path: string;
}

/** History of changes in a form, to undo and redo in order. */
export interface EditHistory {
  done: readonly Step[];
  undone: readonly Step[];
  /** Time of the last step if it was typed, in milliseconds; other steps are not continued. */
  typedAt: number;
}

export const EMPTY_HISTORY: EditHistory = { done: [], undone: [], typedAt: -Infinity };

interface Change {
  path: string;
  /** Whether the step changed letters of a text, not a choice: such steps are joined. */
  typing: boolean;
}

/** Return the path of the form at which two contents first differ. */
export function changeBetween(before: RecordContent, after: RecordContent): Change {
  const [first, ...others] = findDraftDifferences(before, after);
  if (!first) return { path: "", typing: false };
  const alone = others.length === 0;
  if (first.part === "labels") return { path: first.path, typing: false };
  if (first.part === "texts") return { path: first.path, typing: alone };
  if (first.part === "sentences") {
    const [was, is] = [before.sentences[first.id] ?? {}, after.sentences[first.id] ?? {}];
    const slot = [...Object.keys(is), ...Object.keys(was)].find((id) => was[id] !== is[id]);
    return { path: slot === undefined ? first.path : `${first.path}.${slot}`, typing: alone };
  }
  const at = (record: RecordContent) => record.questions.findIndex(({ uid }) => uid === first.id);
  const index = at(after) >= 0 ? at(after) : Math.max(at(before) - 1, 0);
  const path = `questions.${String(index)}`;
  const [was, is] = [before.questions[at(before)], after.questions[at(after)]];
  if (!was || !is) return { path: `${path}.stem`, typing: false };
  if (was.stem !== is.stem) return { path: `${path}.stem`, typing: alone };
  const option = is.options.findIndex((text, place) => text !== was.options[place]);
  if (option >= 0) return { path: `${path}.options.${String(option)}`, typing: alone };
  const key = is.answer ?? was.answer;
  return {
    path: `${path}.${typeof key === "number" ? `options.${String(key)}` : "answer"}`,
    typing: false,
  };
}

/** Return the history after `before` became `after` at the time `now`. */
export function withStep(
  { done, typedAt }: EditHistory,
  before: RecordContent,
  after: RecordContent,
  now: number,
): EditHistory {
  const { path, typing } = changeBetween(before, after);
  const last = done.at(-1);
  const goesOn = typing && last?.path === path && now - typedAt < TYPING_MS;
  return {
    done: goesOn
      ? [...done.slice(0, -1), { ...last, after }]
      : [...done.slice(1 - MOST), { before, after, path }],
    undone: [],
    typedAt: typing ? now : -Infinity,
  };
}

/** Return the last step to undo or redo, with the history after it; null without one. */
export interface HistoryStep {
  history: EditHistory;
  content: RecordContent;
  /** The field of the form with the change. */
  path: string;
}

export function undo({ done, undone }: EditHistory): HistoryStep | null {
  const step = done.at(-1);
  if (!step) return null;
  return {
    history: { done: done.slice(0, -1), undone: [...undone, step], typedAt: -Infinity },
    content: step.before,
    path: changeBetween(step.after, step.before).path,
  };
}

export function redo({ done, undone }: EditHistory): HistoryStep | null {
  const step = undone.at(-1);
  if (!step) return null;
  return {
    history: { done: [...done, step], undone: undone.slice(0, -1), typedAt: -Infinity },
    content: step.after,
    path: step.path,
  };
}
