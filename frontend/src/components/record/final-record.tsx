import type { QuestionText } from "@/components/question/question-text";
import { QuestionView } from "@/components/question/question-view";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol, ProtocolField } from "@/lib/protocol/protocol";

import classes from "./final-record.module.css";
import { filledSentence } from "./filled-sentence";

export interface RecordContent {
  labels: Readonly<Record<string, readonly string[]>>;
  texts: Readonly<Record<string, string>>;
  sentences: Readonly<Record<string, Readonly<Record<string, string>>>>;
  questions: readonly QuestionText[];
}

/** What was decided on an item: labels, texts, questions with their keys. */
export function FinalRecord({ protocol, record }: { protocol: Protocol; record: RecordContent }) {
  const { pick } = useLocale();
  return (
    <div className={classes.record}>
      <dl className={classes.fields}>
        {protocol.fields.map((field) => (
          <div
            key={field.id}
            className={classes.field}
            data-wide={field.kind !== "label" || undefined}
          >
            <dt>{pick(field.title)}</dt>
            <dd>
              <FieldValue field={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {record.questions.map((question, index) => (
        <QuestionView
          key={index}
          format={question.format}
          stem={question.stem}
          options={question.options}
          answer={question.answer}
        />
      ))}
    </div>
  );
}

function FieldValue({ field, record }: { field: ProtocolField; record: RecordContent }) {
  const { pick, format } = useLocale();
  switch (field.kind) {
    case "label": {
      const chosen = record.labels[field.id] ?? [];
      const titles = field.choices
        .filter(({ id }) => chosen.includes(id))
        .map(({ title }) => pick(title));
      return format.list(titles) || "–";
    }
    case "text":
      return record.texts[field.id] || "–";
    case "sentence":
      return filledSentence(field, record.sentences[field.id] ?? {});
  }
}
