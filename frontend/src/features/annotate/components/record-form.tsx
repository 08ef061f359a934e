import { ActionIcon, Box, Button, Tooltip } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, memo, type Ref, useRef } from "react";
import { useTranslation } from "react-i18next";

import { MutedNote } from "@/components/layout/primitives";
import { useSpokenKey } from "@/components/question/formats/use-spoken-key";
import { ariaShortcut } from "@/lib/commands/aria";
import { isComposing } from "@/lib/commands/keys";
import { KeyboardKey } from "@/lib/commands/kbd";
import type { Command } from "@/lib/commands/types";
import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields, textLength, type Protocol, writtenFields } from "@/lib/protocol/protocol";
import { mayRemoveQuestion, type RecordContent } from "@/lib/protocol/record";

import { fieldPathOfElement } from "../form/field-focus";
import { type FormProgress, type SectionId, sectionOfPath } from "../form/missing";
import { type NotesByField, notesWithin } from "../form/notes";
import { type PointedField, fieldAtPointer } from "../form/pointer";
import { AnswerPart } from "./answer-part";
import { FieldNotes } from "./field-notes";
import { LabelPart, type PartProps } from "./labels-part";
import { QuestionPart } from "./question-part";
import { FormSection } from "./section";
import { SentencePart, TextPart } from "./text-part";

export interface RecordFormProps extends PartProps {
  ref: Ref<HTMLDivElement>;
  protocol: Protocol;
  content: RecordContent;
  notes: NotesByField;
  progress: FormProgress;
  /** Another annotator's questions, to answer only. */
  asked: boolean;
  /** The current section stays open although it is complete. */
  current: SectionId | null;
  onEnter: (section: SectionId) => void;
  /** Open a section or field and move the cursor into it. */
  onGo: (path: string) => void;
  /** The field with the focus or below the pointer. */
  onPlace: (place: PointedField | null, by: "focus" | "point") => void;
  onNext: () => void;
  /** The cursor has left a text. */
  onTyped?: () => void;
  onRemoveQuestion: (uid: string) => void;
  addQuestion: Command;
  removeQuestion: Command;
}

/** Not where a choice is found by typing, because Enter selects it there. */
const ONE_LINE = "input:not([aria-haspopup]), [data-one-line]";

/** The protocol's form: labels, then texts, then questions. */
export function RecordForm({
  ref,
  protocol,
  content,
  notes,
  progress,
  asked,
  current,
  onEdit,
  onType,
  onEnter,
  onGo,
  onPlace,
  onNext,
  onTyped,
  onRemoveQuestion,
  addQuestion,
  removeQuestion,
}: RecordFormProps) {
  const { t } = useTranslation("annotate");
  const summary = useSummaries(protocol, content);
  const byPointer = useRef(false);
  const sectionProps = (id: SectionId, title: string, summarize: () => string) => {
    const folded = id !== current && progress.missing.every(({ section }) => section !== id);
    return {
      id,
      title,
      // An open section shows no summary; making one costs every key press.
      summary: folded ? summarize() : "",
      folded,
      advice: adviceIn(notes, id),
      onUnfold: () => {
        onGo(id);
      },
    };
  };
  const enter = (target: EventTarget) => {
    const path = fieldPathOfElement(target);
    if (path !== undefined && !path.endsWith(".folded")) onEnter(sectionOfPath(path));
  };
  return (
    // Listens to what happens in its fields, which are the controls.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={ref}
      // A section folds after a click, never between press and release, so that the target does not
      // move.
      onPointerDownCapture={() => {
        byPointer.current = true;
      }}
      onKeyDownCapture={() => {
        byPointer.current = false;
      }}
      onKeyDown={(event) => {
        if (!goesOn(event)) return;
        event.preventDefault();
        onNext();
      }}
      onClick={(event) => {
        byPointer.current = false;
        enter(event.target);
      }}
      onFocus={(event) => {
        onPlace(fieldAtPointer(event.target), "focus");
        if (!byPointer.current) enter(event.target);
      }}
      onBlur={onTyped}
      onMouseOver={(event) => {
        onPlace(fieldAtPointer(event.target), "point");
      }}
      onMouseLeave={() => {
        onPlace(null, "point");
      }}
    >
      {labelFields(protocol).length > 0 && (
        <FormSection {...sectionProps("labels", t("section.labels"), summary.labels)}>
          {labelFields(protocol).map((field) => (
            <LabelPart
              key={field.id}
              field={field}
              protocol={protocol}
              labels={content.labels}
              said={notes.get(`labels.${field.id}`)}
              onEdit={onEdit}
            />
          ))}
        </FormSection>
      )}
      {writtenFields(protocol).length > 0 && (
        <FormSection {...sectionProps("texts", t("section.written"), summary.written)}>
          {writtenFields(protocol).map((field) =>
            field.kind === "text" ? (
              <TextPart
                key={field.id}
                field={field}
                protocol={protocol}
                text={content.texts[field.id] ?? ""}
                labels={content.labels}
                said={notes.get(`texts.${field.id}`)}
                onType={onType}
              />
            ) : (
              <SentencePart
                key={field.id}
                field={field}
                slots={content.sentences[field.id]}
                notes={notes}
                onType={onType}
              />
            ),
          )}
        </FormSection>
      )}
      {asked && <MutedNote mt="md">{t("question.asked")}</MutedNote>}
      {content.questions.map((question, index) => (
        <FormSection
          key={question.uid}
          {...sectionProps(
            `questions.${String(index)}`,
            t("question.title", { number: index + 1 }),
            () => summary.question(index),
          )}
          actions={
            !asked &&
            mayRemoveQuestion(protocol, content, question) && (
              <RemoveQuestion
                command={removeQuestion}
                number={index + 1}
                uid={question.uid}
                onRemove={onRemoveQuestion}
              />
            )
          }
        >
          {asked ? (
            <AnswerPart
              question={question}
              index={index}
              notes={notes}
              onEdit={onEdit}
              onNext={onNext}
            />
          ) : (
            <QuestionPart
              question={question}
              index={index}
              rules={protocol.questions}
              notes={notes}
              onEdit={onEdit}
              onType={onType}
            />
          )}
        </FormSection>
      ))}
      <Box p="0.75rem 0 1.5rem">
        <FieldNotes notes={notes.get("questions")} />
        {!asked && protocol.questions.maximum > protocol.questions.minimum && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            rightSection={<KeyboardKey keys={addQuestion.keys[0] ?? ""} />}
            aria-keyshortcuts={ariaShortcut(addQuestion.keys)}
            disabled={!addQuestion.enabled}
            onClick={addQuestion.run}
          >
            {addQuestion.enabled
              ? addQuestion.label
              : t("question.most", { count: protocol.questions.maximum })}
          </Button>
        )}
      </Box>
    </div>
  );
}

interface RemoveQuestionProps {
  command: Command;
  number: number;
  uid: string;
  onRemove: (uid: string) => void;
}

const RemoveQuestion = memo(function RemoveQuestion(remove: RemoveQuestionProps) {
  const { t } = useTranslation("annotate");
  const { command, number, uid, onRemove } = remove;
  return (
    <Tooltip label={command.label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        // Tab moves between texts; this control has a shortcut.
        tabIndex={-1}
        aria-label={t("question.remove", { number })}
        aria-keyshortcuts={ariaShortcut(command.keys)}
        onClick={() => {
          onRemove(uid);
        }}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Tooltip>
  );
});

/** Enter in a one-line text: a stem, an option, a slot of a sentence. */
function goesOn(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.isDefaultPrevented() || isComposing(event.nativeEvent)) {
    return false;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  return event.target instanceof Element && event.target.matches(ONE_LINE);
}

function adviceIn(notes: NotesByField, section: SectionId): number {
  const paths = section === "texts" ? ["texts", "sentences"] : [section];
  return paths.flatMap((path) => notesWithin(notes, path)).length;
}

/** Summary of a folded section in one line. */
function useSummaries(protocol: Protocol, content: RecordContent) {
  const { t } = useTranslation("annotate");
  const { pick, format } = useLocale();
  const spoken = useSpokenKey();
  return {
    labels: () =>
      labelFields(protocol)
        .flatMap((field) =>
          field.choices
            .filter(({ id }) => content.labels[field.id]?.includes(id))
            .map(({ title }) => pick(title)),
        )
        .join(" · "),
    written: () =>
      writtenFields(protocol)
        .map((field) => {
          const title = pick(field.title);
          if (field.kind === "sentence") {
            const slots = content.sentences[field.id] ?? {};
            return field.template.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? "");
          }
          const count = textLength(content.texts[field.id] ?? "", field.unit);
          return `${title}${format.colon}${t(`length.is.${field.unit}`, { count })}`;
        })
        .join(" · "),
    question: (index: number) => {
      const question = content.questions[index];
      if (!question) return "";
      const key = spoken(question.format, question.answer);
      return t("question.summary", { stem: question.stem, key });
    },
  };
}
