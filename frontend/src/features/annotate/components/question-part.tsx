import { Textarea } from "@mantine/core";
import { type KeyboardEvent, useId } from "react";
import { useTranslation } from "react-i18next";

import { Kbd } from "@/lib/commands/kbd";
import { letterOf, type QuestionRules } from "@/lib/protocol/protocol";
import { type QuestionContent, withOption, withQuestion } from "@/lib/protocol/record";

import type { Note, Notes } from "../form/notes";
import { FieldNotes } from "./field-notes";
import type { PartProps } from "./labels-part";
import { LengthMeter } from "./length-meter";
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
  const own = ["", ".answer", ".options", ".format", ".fixed"].flatMap(
    (end): readonly Note[] => notes.get(path + end) ?? [],
  );
  const oneLine = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onNext();
  };
  return (
    <>
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
              const stem = event.currentTarget.value;
              onEdit((before) => withQuestion(before, question.uid, { stem }));
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
      <div role="group" aria-labelledby={`${id}-options`}>
        <div className={classes.head} id={`${id}-options`}>
          <span className={classes.label}>{t("question.options")}</span>
          <span className={classes.hint}>
            {t("question.chooseKey")} <Kbd keys="mod+k" />
          </span>
        </div>
        <div className={classes.options}>
          {question.options.map((option, at) => (
            <OptionRow
              key={at}
              path={`${path}.options.${String(at)}`}
              letter={letterOf(at)}
              text={option}
              isKey={question.answer === at}
              rules={rules}
              notes={notes}
              onKeyDown={oneLine}
              onText={(text) => {
                onEdit((before) => withOption(before, question.uid, at, text));
              }}
              onMark={() => {
                onEdit((before) => withQuestion(before, question.uid, { answer: at }));
              }}
            />
          ))}
        </div>
        <FieldNotes notes={own} />
      </div>
    </>
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
