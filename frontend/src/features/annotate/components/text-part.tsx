import { Box, Group } from "@mantine/core";
import { memo, useId } from "react";

import { MutedNote } from "@/components/layout/primitives";
import { TypedInput, TypedTextarea } from "@/components/typed-text";
import { LiveSentence } from "@/components/record/live-sentence";
import { useLocale } from "@/lib/i18n/use-locale";
import {
  labelFieldWithParents,
  type Protocol,
  type SentenceField,
  templateParts,
  type TextField,
} from "@/lib/protocol/protocol";
import type { RecordContent } from "@/lib/protocol/record";

import type { FieldNote, NotesByField } from "../form/notes";
import { FieldHelp } from "./field-help";
import { FieldNotes } from "./field-notes";
import type { PartProps } from "./labels-part";
import { LengthMeter } from "./length-meter";
import classes from "./text-part.module.css";

/** Rows of an empty input; a list of terms takes one or two. */
const ROWS = 5;
const ROWS_OF_TERMS = 2;

interface TextPartProps extends Pick<PartProps, "onType"> {
  protocol: Protocol;
  field: TextField;
  text: string;
  labels: RecordContent["labels"];
  said: readonly FieldNote[] | undefined;
}

export const TextPart = memo(function TextPart({
  protocol,
  field,
  text,
  labels,
  said,
  onType,
}: TextPartProps) {
  const { pick } = useLocale();
  const above = useAbove(protocol, field, labels);
  const id = useId();
  return (
    <div data-field={`texts.${field.id}`}>
      <Group align="baseline" justify="space-between" wrap="nowrap" mb="0.35rem">
        <label className={classes.label} htmlFor={id}>
          {pick(field.title)}
        </label>
        <LengthMeter text={text} limits={field} />
      </Group>
      {above && <MutedNote mb="0.35rem">{above} ›</MutedNote>}
      <TypedTextarea
        id={id}
        text={text}
        minRows={field.terms ? ROWS_OF_TERMS : ROWS}
        aria-describedby={said ? `${id}-notes` : undefined}
        onType={(value) => {
          onType({ type: "text", field: field.id, value });
        }}
      />
      <FieldHelp help={field.help} />
      <FieldNotes id={`${id}-notes`} notes={said} />
    </div>
  );
});

/** The choices in the tree whose last level this text is. */
function useAbove(protocol: Protocol, field: TextField, labels: RecordContent["labels"]): string {
  const { pick } = useLocale();
  if (!field.terms?.under) return "";
  return labelFieldWithParents(protocol, field.terms.under)
    .flatMap(({ id, choices }) => choices.filter((choice) => labels[id]?.includes(choice.id)))
    .map(({ title }) => pick(title))
    .join(" › ");
}

interface SentencePartProps extends Pick<PartProps, "onType"> {
  field: SentenceField;
  slots: Readonly<Record<string, string>> | undefined;
  notes: NotesByField;
}

/** "… is as … as …": the words of the template with an input per slot. */
export const SentencePart = memo(function SentencePart({
  field,
  slots = {},
  notes,
  onType,
}: SentencePartProps) {
  const { pick } = useLocale();
  return (
    <div>
      <div className={classes.label}>{pick(field.title)}</div>
      <Group gap="0.5rem" align="flex-start" mt="0.35rem">
        {templateParts(field).map((part) =>
          "text" in part ? (
            <Box key={part.text} component="span" pt="0.4rem">
              {part.text.trim()}
            </Box>
          ) : (
            <div key={part.slot.id} data-field={`sentences.${field.id}.${part.slot.id}`}>
              <TypedInput
                aria-label={pick(part.slot.title)}
                placeholder={pick(part.slot.title)}
                text={slots[part.slot.id] ?? ""}
                onType={(value) => {
                  onType({ type: "sentence", field: field.id, slot: part.slot.id, value });
                }}
              />
              <FieldNotes notes={notes.get(`sentences.${field.id}.${part.slot.id}`)} />
            </div>
          ),
        )}
      </Group>
      <LiveSentence field={field} slots={slots} />
      <FieldHelp help={field.help} />
      <FieldNotes notes={notes.get(`sentences.${field.id}`)} />
    </div>
  );
});
