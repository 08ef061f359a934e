import { Textarea } from "@mantine/core";
import { type KeyboardEvent, type SyntheticEvent, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { inFormat } from "@/components/question/blank-question";
import { FormatChoice } from "@/components/question/format-choice";
import { formatOf } from "@/components/question/formats/registry";
import { Kbd } from "@/lib/commands/kbd";
import { withPicture } from "@/lib/protocol/placed";
import { letterOf, type QuestionRules } from "@/lib/protocol/protocol";
import type { QuestionContent } from "@/lib/protocol/record";

import type { Note, Notes } from "../form/notes";
import { pathOf } from "../form/field-focus";
import { FieldNotes } from "./field-notes";
import type { PartProps } from "./labels-part";
import { LengthMeter } from "./length-meter";
import { PlacePictures } from "./place-pictures";
import classes from "./question-part.module.css";

export interface QuestionPartProps {
  question: QuestionContent;
  index: number;
  rules: QuestionRules;
  notes: Notes;
  onEdit: PartProps["onEdit"];
  /** Go on to the next field: a stem and an option are one line. */
  onNext: () => void;
}

/** Stem, options and the key, which is chosen by its letter. */
export function QuestionPart({ question, index, rules, notes, onEdit, onNext }: QuestionPartProps) {
  const { t } = useTranslation("annotate");
  const id = useId();
  const path = `questions.${String(index)}`;
  const stemNotes = notes.get(`${path}.stem`);
  const kind = formatOf(question.format);
  const ends = ["", ".options", ".format", ".fixed", ...(kind.KeyForm ? [] : [".answer"])];
  const own = ends.flatMap((end): readonly Note[] => notes.get(path + end) ?? []);
  const change = (changes: Partial<Omit<QuestionContent, "uid">>) => {
    onEdit({ type: "question", uid: question.uid, change: changes });
  };
  const setOption = (at: number, value: string) => {
    onEdit({ type: "option", uid: question.uid, index: at, value });
  };
  const setKey = (answer: unknown) => {
    change({ answer });
  };
  const oneLine = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onNext();
  };
  const cursor = useRef<{ field: string; at: number }>(null);
  const form = useRef<HTMLDivElement>(null);
  const keepCursor = (event: SyntheticEvent) => {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    const field = pathOf(event.target);
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
              change(inFormat(question, rules, format));
            }}
          />
        </div>
      )}
      {question.fixed === null ? (
        <div data-field={`${path}.stem`}>
          <div className={classes.head}>
            <label className={classes.label} htmlFor={id}>
              {t("question.stem")}
            </label>
            <LengthMeter text={question.stem} limits={rules.stem} />
          </div>
          <Textarea
            id={id}
            value={question.stem}
            autosize
            minRows={1}
            aria-describedby={stemNotes ? `${id}-notes` : undefined}
            onKeyDown={oneLine}
            onChange={(event) => {
              change({ stem: event.currentTarget.value });
            }}
          />
          <FieldNotes id={`${id}-notes`} notes={stemNotes} />
        </div>
      ) : (
        <div>
          <p className={classes.fixed}>{question.stem}</p>
          <p className={classes.hint}>{t("question.fixed")}</p>
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
        <div className={classes.head} id={`${id}-options`}>
          <span className={classes.label}>{t("question.options")}</span>
          <span className={classes.hint}>
            {t(kind.hasSeveralKeys ? "question.chooseKeys" : "question.chooseKey")}{" "}
            <Kbd keys="mod+k" />
          </span>
        </div>
        <div className={classes.options}>
          {question.options.map((option, at) => (
            <OptionRow
              key={at}
              path={`${path}.options.${String(at)}`}
              letter={letterOf(at)}
              text={option}
              isKey={kind.holds(question.answer, at)}
              rules={rules}
              notes={notes}
              onKeyDown={oneLine}
              onText={(text) => {
                setOption(at, text);
              }}
              onMark={() => {
                setKey(kind.toggled(question.answer, at));
              }}
            />
          ))}
        </div>
      </div>
      <FieldNotes notes={own} />
      <PlacePictures question={question} onPlace={place} />
    </div>
  );
}

/** What is said of a key that is written: its own under "", its parts by their paths. */
function saidOfKey(notes: Notes, path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...notes]
      .filter(([place]) => place === path || place.startsWith(`${path}.`))
      .map(([place, said]) => [
        place.slice(path.length + 1),
        said.map(({ message }) => message).join(" "),
      ]),
  );
}

interface OptionRowProps {
  path: string;
  letter: string;
  text: string;
  isKey: boolean;
  rules: QuestionRules;
  notes: Notes;
  onKeyDown: (event: KeyboardEvent) => void;
  onText: (text: string) => void;
  onMark: () => void;
}

function OptionRow(row: OptionRowProps) {
  const { t } = useTranslation("annotate");
  const id = useId();
  const said = row.notes.get(row.path);
  return (
    <div className={classes.option}>
      <button
        type="button"
        className={classes.letter}
        aria-pressed={row.isKey}
        aria-label={t("question.isKey", { letter: row.letter })}
        onClick={row.onMark}
      >
        {row.letter}
      </button>
      <div className={classes.words} data-field={row.path}>
        <Textarea
          aria-label={t("question.option", { letter: row.letter })}
          aria-describedby={said ? id : undefined}
          value={row.text}
          autosize
          minRows={1}
          onKeyDown={row.onKeyDown}
          onChange={(event) => {
            row.onText(event.currentTarget.value);
          }}
        />
        <FieldNotes id={id} notes={said} />
      </div>
      <div className={classes.length}>
        <LengthMeter
          text={row.text}
          limits={{ unit: row.rules.option.unit, maximum: row.rules.option.maximum ?? null }}
        />
      </div>
    </div>
  );
}
