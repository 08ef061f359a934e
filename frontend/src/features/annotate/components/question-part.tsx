import { Box, Group, Stack } from "@mantine/core";
import { memo, type SyntheticEvent, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { MutedText, MutedNote } from "@/components/layout/primitives";
import { convertToFormat } from "@/components/question/blank-question";
import { FormatChoice } from "@/components/question/format-choice";
import { letterHint } from "@/components/question/formats/letter-hint";
import { getQuestionFormat } from "@/components/question/formats/registry";
import { KeyInWords } from "@/components/question/key-in-words";
import { MARK_KEY, moveAmongLetters } from "@/components/question/letters";
import { TypedTextarea } from "@/components/typed-text";
import { KeyboardKey } from "@/lib/commands/kbd";
import { withPicture } from "@/lib/protocol/placed";
import { optionLetter, type QuestionRules, type TextLength } from "@/lib/protocol/protocol";
import type { QuestionContent } from "@/lib/protocol/record";

import { fieldPathOfElement } from "../form/field-focus";
import type { FieldNote, NotesByField } from "../form/notes";
import { FieldNotes } from "./field-notes";
import type { PartProps } from "./labels-part";
import { LengthMeter } from "./length-meter";
import { InsertImages } from "./insert-images";
import classes from "./question-part.module.css";

export interface QuestionPartProps extends PartProps {
  question: QuestionContent;
  index: number;
  rules: QuestionRules;
  notes: NotesByField;
}

/** Form of a question: stem, options, and the key, chosen by its letter. */
export const QuestionPart = memo(function QuestionPart({
  question,
  index,
  rules,
  notes,
  onEdit,
  onType,
}: QuestionPartProps) {
  const { t } = useTranslation("annotate");
  const id = useId();
  const path = `questions.${String(index)}`;
  const kind = getQuestionFormat(question.format);
  const ends = ["", ".options", ".format", ".fixed", ...(kind.KeyForm ? [] : [".answer"])];
  const own = ends.flatMap((end): readonly FieldNote[] => notes.get(path + end) ?? []);
  const change = (changes: Partial<Omit<QuestionContent, "uid">>) => {
    onEdit({ type: "question", uid: question.uid, change: changes });
  };
  const setOption = (at: number, value: string) => {
    onEdit({ type: "option", uid: question.uid, index: at, value });
  };
  const setKey = (answer: unknown) => {
    change({ answer });
  };
  const cursor = useRef<{ field: string; at: number }>(null);
  const form = useRef<HTMLDivElement>(null);
  const keepCursor = (event: SyntheticEvent) => {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    const field = fieldPathOfElement(event.target);
    if (field) cursor.current = { field, at: event.target.selectionStart };
  };
  const place = (picture: number) => {
    const field = cursor.current?.field ?? `${path}.stem`;
    const option = /options\.(\d+)$/.exec(field)?.[1];
    const before = option === undefined ? question.stem : (question.options[Number(option)] ?? "");
    const after = withPicture(before, cursor.current?.at ?? before.length, picture);
    flushSync(() => {
      if (option === undefined) change({ stem: after.text });
      else setOption(Number(option), after.text);
    });
    cursor.current = { field, at: after.cursor };
    const text = form.current?.querySelector<HTMLTextAreaElement>(
      `[data-field="${field}"] textarea`,
    );
    text?.focus();
    text?.setSelectionRange(after.cursor, after.cursor);
  };
  return (
    <div ref={form} className={classes.part} onSelect={keepCursor} onBlur={keepCursor}>
      {question.fixed === null && rules.formats.length > 1 && (
        <div data-field={`${path}.format`}>
          <FormatChoice
            rules={rules}
            value={question.format}
            onChange={(format) => {
              change(convertToFormat(question, rules, format));
            }}
          />
        </div>
      )}
      {question.fixed === null ? (
        <Stem
          path={`${path}.stem`}
          uid={question.uid}
          text={question.stem}
          limits={rules.stem}
          said={notes.get(`${path}.stem`)}
          onType={onType}
        />
      ) : (
        <div>
          <Box component="p" m={0} fz="1.0625rem">
            {question.stem}
          </Box>
          <MutedNote fz="0.9375rem">{t("question.fixed")}</MutedNote>
        </div>
      )}
      {kind.KeyForm && (
        <div data-field={`${path}.answer`}>
          <kind.KeyForm
            value={question.answer}
            errors={saidOfKey(notes, `${path}.answer`)}
            onChange={setKey}
          />
        </div>
      )}
      <div role="group" aria-labelledby={`${id}-options`} hidden={!kind.hasOptions}>
        <Group
          gap="0 1rem"
          align="baseline"
          justify="space-between"
          mb="0.35rem"
          id={`${id}-options`}
        >
          <span className={classes.label}>{t("question.options")}</span>
          <MutedText m={0} fz="0.9375rem">
            {t(`question.${letterHint(kind)}`)} <KeyboardKey keys={MARK_KEY} />
          </MutedText>
        </Group>
        <Stack
          role="presentation"
          gap="0.45rem"
          data-letters={`${path}.answer`}
          onKeyDown={moveAmongLetters}
        >
          {question.options.map((option, at) => (
            <OptionRow
              key={at}
              path={`${path}.options.${String(at)}`}
              uid={question.uid}
              at={at}
              text={option}
              format={question.format}
              answer={question.answer}
              limits={rules.option}
              said={notes.get(`${path}.options.${String(at)}`)}
              onEdit={onEdit}
              onType={onType}
            />
          ))}
        </Stack>
      </div>
      {kind.isOrdered && <KeyInWords format={question.format} answer={question.answer} />}
      <FieldNotes notes={own} />
      <InsertImages question={question} onPlace={place} />
    </div>
  );
});

/** Notes on a written key: its own under "", those of its parts by their paths. */
function saidOfKey(notes: NotesByField, path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...notes]
      .filter(([place]) => place === path || place.startsWith(`${path}.`))
      .map(([place, said]) => [
        place.slice(path.length + 1),
        said.map(({ message }) => message).join(" "),
      ]),
  );
}

interface TextOfQuestion extends Pick<PartProps, "onType"> {
  path: string;
  uid: string;
  text: string;
  limits: TextLength;
  said: readonly FieldNote[] | undefined;
}

const Stem = memo(function Stem({ path, uid, text, limits, said, onType }: TextOfQuestion) {
  const { t } = useTranslation("annotate");
  const id = useId();
  return (
    <div data-field={path}>
      <Group gap="0 1rem" align="baseline" justify="space-between" mb="0.35rem">
        <label className={classes.label} htmlFor={id}>
          {t("question.stem")}
        </label>
        <LengthMeter text={text} limits={limits} />
      </Group>
      <TypedTextarea
        id={id}
        text={text}
        aria-describedby={said ? `${id}-notes` : undefined}
        data-one-line
        onType={(stem) => {
          onType({ type: "question", uid, change: { stem } });
        }}
      />
      <FieldNotes id={`${id}-notes`} notes={said} />
    </div>
  );
});

interface OptionRowProps extends TextOfQuestion, PartProps {
  at: number;
  format: string;
  answer: unknown;
}

const OptionRow = memo(function OptionRow(row: OptionRowProps) {
  const { t } = useTranslation("annotate");
  const id = useId();
  const { path, uid, at, text, said, onEdit, onType } = row;
  const kind = getQuestionFormat(row.format);
  const letter = optionLetter(at);
  return (
    <div className={classes.option} data-field={path}>
      <button
        type="button"
        className={classes.letter}
        // Tab moves between texts; in an option, a shortcut marks it as the key.
        tabIndex={-1}
        data-letter
        aria-pressed={kind.marked(row.answer).includes(at)}
        aria-label={t("question.isKey", { letter })}
        onClick={() => {
          onEdit({ type: "question", uid, change: { answer: kind.toggled(row.answer, at) } });
        }}
      >
        {letter}
      </button>
      <div>
        <TypedTextarea
          aria-label={t("question.option", { letter })}
          aria-describedby={said ? id : undefined}
          text={text}
          data-one-line
          onType={(value) => {
            onType({ type: "option", uid, index: at, value });
          }}
        />
        <FieldNotes id={id} notes={said} />
      </div>
      <Box visibleFrom="sm" pt="0.4rem" ta="end">
        <LengthMeter text={text} limits={{ ...row.limits, target: null }} />
      </Box>
    </div>
  );
});
