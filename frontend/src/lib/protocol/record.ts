import type { components } from "@/api/generated";

import { choicesUnder, labelFields, type Protocol } from "./protocol";

/** What somebody says of an item; drafts, annotations and final records share it. */
export type RecordContent = components["schemas"]["Record"];
export type QuestionContent = RecordContent["questions"][number];

/**
 * Choose labels. What lies above the choices is chosen with them; choices of fields below that
 * belong to what was there before go.
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

export function withText(record: RecordContent, fieldId: string, text: string): RecordContent {
  return { ...record, texts: { ...record.texts, [fieldId]: text } };
}

export function withSentenceSlot(
  record: RecordContent,
  fieldId: string,
  slotId: string,
  text: string,
): RecordContent {
  const slots = { ...record.sentences[fieldId], [slotId]: text };
  return { ...record, sentences: { ...record.sentences, [fieldId]: slots } };
}

export function withQuestion(
  record: RecordContent,
  uid: string,
  change: Partial<Omit<QuestionContent, "uid">>,
): RecordContent {
  return {
    ...record,
    questions: record.questions.map((question) =>
      question.uid === uid ? { ...question, ...change } : question,
    ),
  };
}

export function withOption(
  record: RecordContent,
  uid: string,
  index: number,
  text: string,
): RecordContent {
  return {
    ...record,
    questions: record.questions.map((question) =>
      question.uid === uid
        ? { ...question, options: question.options.map((old, at) => (at === index ? text : old)) }
        : question,
    ),
  };
}

export function mayAddQuestion(protocol: Protocol, record: RecordContent): boolean {
  return record.questions.length < protocol.questions.maximum;
}

/** Fixed questions stay, and never fewer than the protocol asks for. */
export function mayRemoveQuestion(
  protocol: Protocol,
  record: RecordContent,
  question: QuestionContent,
): boolean {
  return question.fixed === null && record.questions.length > protocol.questions.minimum;
}

export function withNewQuestion(record: RecordContent, question: QuestionContent): RecordContent {
  return { ...record, questions: [...record.questions, question] };
}

export function withoutQuestion(record: RecordContent, uid: string): RecordContent {
  return { ...record, questions: record.questions.filter((question) => question.uid !== uid) };
}

/** Put a question back where it was. */
export function withQuestionAt(
  record: RecordContent,
  question: QuestionContent,
  index: number,
): RecordContent {
  const questions = [...record.questions];
  questions.splice(index, 0, question);
  return { ...record, questions };
}
