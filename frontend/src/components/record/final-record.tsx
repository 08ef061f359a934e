import { Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import type { QuestionText } from "@/components/question/question-text";
import { QuestionView } from "@/components/question/question-view";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol, ProtocolField } from "@/lib/protocol/protocol";

import classes from "./final-record.module.css";
import { filledSentence } from "./filled-sentence";
import { QuestionOriginsLine } from "./question-origins";

export interface RecordContent {
  labels: Readonly<Record<string, readonly string[]>>;
  texts: Readonly<Record<string, string>>;
  sentences: Readonly<Record<string, Readonly<Record<string, string>>>>;
  questions: readonly (QuestionText & { uid?: string })[];
}

interface FinalRecordProps {
  protocol: Protocol;
  record: RecordContent;
  /** Source of each part, if known. */
  origins?: components["schemas"]["DecisionOrigins"] | null;
}

const HOWS = ["agreed", "proposed", "said", "merged", "overridden", "written"] as const;

/** The final record of an item: labels, texts, questions with their keys. */
export function FinalRecord({ protocol, record, origins }: FinalRecordProps) {
  const { t } = useTranslation();
  const { pick } = useLocale();
  const originOf = (id: string) => {
    const origin = origins?.fields[id];
    if (!origin) return null;
    const letters = origin.letters.join(" + ");
    const hasOwn = origin.sentences.some((names) => names.length === 0);
    const how = textFor(origin.how, HOWS, (known) => t(`origin.${known}`, { letters }));
    return hasOwn ? `${how} + ${t("origin.own")}` : how;
  };
  return (
    <Stack gap="1.5rem">
      <dl className={classes.fields}>
        {protocol.fields.map((field) => (
          <div
            key={field.id}
            className={classes.field}
            data-wide={field.kind !== "label" || undefined}
          >
            <dt>
              {pick(field.title)}
              {originOf(field.id) && <span className={classes.origin}>{originOf(field.id)}</span>}
            </dt>
            <dd>
              <FieldValue field={field} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {record.questions.map((question, index) => {
        const parts = question.uid === undefined ? undefined : origins?.questions[question.uid];
        return (
          <div key={index}>
            <QuestionView
              format={question.format}
              stem={question.stem}
              options={question.options}
              answer={question.answer}
            />
            {parts && <QuestionOriginsLine origins={parts} />}
          </div>
        );
      })}
    </Stack>
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
