import type { components } from "@/api/generated";

import { choicesUnder, labelFields, type Protocol } from "./protocol";

/** What somebody says of an item; drafts, annotations and final records share it. */
export type RecordContent = components["schemas"]["Record"];
export type QuestionContent = RecordContent["questions"][number];

/** Choose labels; choices of fields below that belong to what was there before go. */
export function withLabels(
  protocol: Protocol,
  record: RecordContent,
  fieldId: string,
  choices: readonly string[],
): RecordContent {
  const labels: Record<string, string[]> = { ...record.labels, [fieldId]: [...choices] };
  for (const field of labelFields(protocol)) {
    const chosen = labels[field.id];
    if (!field.parent || !chosen) continue;
    const offered = choicesUnder(field, labels);
    labels[field.id] = chosen.filter((id) => offered.some((choice) => choice.id === id));
  }
  return { ...record, labels };
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
