import type { RecordContent } from "@/lib/protocol/record";

import { differences } from "./differences";

/** What is typed on in one field without such a pause is taken back at once. */
export const TYPING_MS = 1_000;
const MOST = 500;

interface Step {
  before: RecordContent;
  after: RecordContent;
  /** The field of the form in which it happened: `questions.0.options.2`. */
  path: string;
}

interface Change {
  path: string;
  /** Letters in a text, not a choice: one goes on with the next. */
  typing: boolean;
}

/** Where two contents differ first, as the form calls the place. */
export function changeBetween(before: RecordContent, after: RecordContent): Change {
  const [first, ...others] = differences(before, after);
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

/** What was done in a form, to be taken back and done again in its order. */
export class EditHistory {
  private done: Step[] = [];
  private undone: Step[] = [];
  private typedAt = -Infinity;
  private readonly now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  get mayUndo(): boolean {
    return this.done.length > 0;
  }

  get mayRedo(): boolean {
    return this.undone.length > 0;
  }

  push(before: RecordContent, after: RecordContent): void {
    const { path, typing } = changeBetween(before, after);
    const last = this.done.at(-1);
    const goesOn = typing && last?.path === path && this.now() - this.typedAt < TYPING_MS;
    if (goesOn) last.after = after;
    else this.done = [...this.done.slice(1 - MOST), { before, after, path }];
    this.undone = [];
    this.typedAt = typing ? this.now() : -Infinity;
  }

  undo(): { content: RecordContent; path: string } | null {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    this.typedAt = -Infinity;
    return { content: step.before, path: changeBetween(step.after, step.before).path };
  }

  redo(): { content: RecordContent; path: string } | null {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    this.typedAt = -Infinity;
    return { content: step.after, path: step.path };
  }
}
