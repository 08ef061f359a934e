import type { QuestionContent, RecordContent } from "@/lib/protocol/record";

/** A change of the record by its author. */
export type RecordEdit =
  | { type: "labels"; labels: RecordContent["labels"] }
  | { type: "text"; field: string; value: string }
  | { type: "sentence"; field: string; slot: string; value: string }
  | { type: "question"; uid: string; change: Partial<Omit<QuestionContent, "uid">> }
  | { type: "option"; uid: string; index: number; value: string }
  /** Insert at the end, or at the position before removal. */
  | { type: "addQuestion"; question: QuestionContent; index?: number }
  | { type: "removeQuestion"; uid: string }
  /** Restore an earlier version of the draft. */
  | { type: "restore"; content: RecordContent };

export function withEdit(record: RecordContent, edit: RecordEdit): RecordContent {
  switch (edit.type) {
    case "labels":
      return { ...record, labels: { ...record.labels, ...edit.labels } };
    case "text":
      return { ...record, texts: { ...record.texts, [edit.field]: edit.value } };
    case "sentence": {
      const slots = { ...record.sentences[edit.field], [edit.slot]: edit.value };
      return { ...record, sentences: { ...record.sentences, [edit.field]: slots } };
    }
    case "question":
      return withQuestion(record, edit.uid, (question) => ({ ...question, ...edit.change }));
    case "option":
      return withQuestion(record, edit.uid, (question) => ({
        ...question,
        options: question.options.map((old, at) => (at === edit.index ? edit.value : old)),
      }));
    case "addQuestion": {
      const { question, index = record.questions.length } = edit;
      return { ...record, questions: record.questions.toSpliced(index, 0, question) };
    }
    case "removeQuestion":
      return { ...record, questions: record.questions.filter(({ uid }) => uid !== edit.uid) };
    case "restore":
      return edit.content;
  }
}

function withQuestion(
  record: RecordContent,
  uid: string,
  change: (question: QuestionContent) => QuestionContent,
): RecordContent {
  return {
    ...record,
    questions: record.questions.map((question) =>
      question.uid === uid ? change(question) : question,
    ),
  };
}
