import type { components } from "@/api/generated";

import { choicesUnder, labelFields, type Protocol } from "./protocol";

/** The record of an item; drafts, annotations and final records share it. */
export type RecordContent = components["schemas"]["Record"];
export type QuestionContent = RecordContent["questions"][number];

/**
 * Choose labels. Parents of the choices are chosen too; choices of fields below that belonged to
 * the earlier choice are removed.
 */
export function labelsWith(
  protocol: Protocol,
  before: Readonly<Record<string, readonly string[]>>,
  fieldId: string,
  choices: readonly string[],
): Record<string, string[]> {
  const fields = labelFields(protocol);
  const labels = Object.fromEntries(
    Object.entries({ ...before, [fieldId]: choices }).map(([id, chosen]) => [id, [...chosen]]),
  );
  let below = fields.find(({ id }) => id === fieldId);
  while (below?.parent) {
    const { choices: known, parent, id } = below;
    const above = fields.find((field) => field.id === parent);
    const wider = known.filter((choice) => labels[id]?.includes(choice.id));
    const decided = wider.flatMap((choice) => choice.parent ?? []);
    if (!above || decided.length === 0) break;
    const kept = above.multiple ? (labels[parent] ?? []) : [];
    labels[parent] = above.choices
      .map((choice) => choice.id)
      .filter((choice) => kept.includes(choice) || decided.includes(choice));
    below = above;
  }
  for (const field of fields) {
    const chosen = labels[field.id];
    if (!field.parent || !chosen) continue;
    const offered = choicesUnder(field, labels);
    labels[field.id] = chosen.filter((id) => offered.some((choice) => choice.id === id));
  }
  return labels;
}

export function mayAddQuestion(protocol: Protocol, record: RecordContent): boolean {
  return record.questions.length < protocol.questions.maximum;
}

/** Fixed questions stay, and at least as many as the protocol requires. */
export function mayRemoveQuestion(
  protocol: Protocol,
  record: RecordContent,
  question: QuestionContent,
): boolean {
  return question.fixed === null && record.questions.length > protocol.questions.minimum;
}

/** Return the record without fields that the protocol no longer has; the draft keeps them. */
export function withoutRemovedFields(protocol: Protocol, record: RecordContent): RecordContent {
  const known = new Set(protocol.fields.map(({ id }) => id));
  const left = <Value>(values: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([id]) => known.has(id)));
  return {
    ...record,
    labels: left(record.labels),
    texts: left(record.texts),
    sentences: left(record.sentences),
  };
}
