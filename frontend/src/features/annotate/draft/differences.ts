import { sameAnswer } from "@/components/question/formats/same-answer";
import type { QuestionContent, RecordContent } from "@/lib/protocol/record";

/** A part of a record that can be used from one side or the other. */
export interface DraftDifference {
  /** `labels.domain`, `texts.explanation`, `sentences.caption`, `questions:<uid>`. */
  path: string;
  part: "labels" | "texts" | "sentences" | "questions";
  /** Id of the field, or uid of the question. */
  id: string;
}

const keysOf = (...parts: readonly object[]) => [...new Set(parts.flatMap(Object.keys))];

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function sameSlots(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  return keysOf(one, other).every((slot) => (one[slot] ?? "") === (other[slot] ?? ""));
}

function sameQuestion(one: QuestionContent | undefined, other: QuestionContent | undefined) {
  if (!one || !other) return one === other;
  return (
    one.format === other.format &&
    one.stem === other.stem &&
    sameAnswer(one.answer, other.answer) &&
    sameList(one.options, other.options)
  );
}

const byUid = (record: RecordContent, uid: string) =>
  record.questions.find((question) => question.uid === uid);

/** Return the parts in which two versions of a draft differ, in the order of the form. */
export function findDraftDifferences(
  mine: RecordContent,
  theirs: RecordContent,
): readonly DraftDifference[] {
  const found: DraftDifference[] = [];
  for (const id of keysOf(mine.labels, theirs.labels)) {
    if (!sameList(mine.labels[id] ?? [], theirs.labels[id] ?? [])) {
      found.push({ path: `labels.${id}`, part: "labels", id });
    }
  }
  for (const id of keysOf(mine.texts, theirs.texts)) {
    if ((mine.texts[id] ?? "") !== (theirs.texts[id] ?? "")) {
      found.push({ path: `texts.${id}`, part: "texts", id });
    }
  }
  for (const id of keysOf(mine.sentences, theirs.sentences)) {
    if (!sameSlots(mine.sentences[id] ?? {}, theirs.sentences[id] ?? {})) {
      found.push({ path: `sentences.${id}`, part: "sentences", id });
    }
  }
  for (const uid of new Set([...mine.questions, ...theirs.questions].map((one) => one.uid))) {
    if (!sameQuestion(byUid(mine, uid), byUid(theirs, uid))) {
      found.push({ path: `questions:${uid}`, part: "questions", id: uid });
    }
  }
  return found;
}

/** Return whether two contents are equal, ignoring the order of their keys. */
export function sameContent(one: RecordContent, other: RecordContent): boolean {
  return one === other || findDraftDifferences(one, other).length === 0;
}

function withTaken<Value>(
  mine: Readonly<Record<string, Value>>,
  theirs: Readonly<Record<string, Value>>,
  ids: readonly string[],
): Record<string, Value> {
  const left = Object.entries(mine).filter(([id]) => !ids.includes(id));
  const taken = Object.entries(theirs).filter(([id]) => ids.includes(id));
  return Object.fromEntries([...left, ...taken]);
}

/** Return the person's version with the parts in `taken` from the other side. */
export function mergeDrafts(
  mine: RecordContent,
  theirs: RecordContent,
  taken: readonly DraftDifference[],
): RecordContent {
  const ids = (part: DraftDifference["part"]) =>
    taken.filter((difference) => difference.part === part).map(({ id }) => id);
  const questionIds = ids("questions");
  const uids = new Set([...mine.questions, ...theirs.questions].map(({ uid }) => uid));
  return {
    labels: withTaken(mine.labels, theirs.labels, ids("labels")),
    texts: withTaken(mine.texts, theirs.texts, ids("texts")),
    sentences: withTaken(mine.sentences, theirs.sentences, ids("sentences")),
    questions: [...uids].flatMap((uid) => {
      const question = byUid(questionIds.includes(uid) ? theirs : mine, uid);
      return question ? [question] : [];
    }),
  };
}
