import { Box, Group, Stack, Textarea } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { KeyboardKey } from "@/lib/commands/kbd";
import { keyOf } from "@/lib/commands/keys";
import { withoutImages } from "@/lib/protocol/placed";
import {
  textLength,
  optionLetter,
  type QuestionRules,
  type TextLength,
} from "@/lib/protocol/protocol";

import { PlainList } from "../layout/primitives";
import { FormatChoice } from "./format-choice";
import { convertToFormat } from "./blank-question";
import { letterHint } from "./formats/letter-hint";
import { getQuestionFormat } from "./formats/registry";
import { KeyInWords } from "./key-in-words";
import { MARK_KEY, moveAmongLetters } from "./letters";
import { type QuestionText, questionProblems } from "./question-text";
import classes from "./question.module.css";

export interface QuestionFormProps {
  /** Name of the group: "Question 2". */
  label: string;
  value: QuestionText;
  onChange: (value: QuestionText) => void;
  /** The format can be changed. */
  mayChangeFormat?: boolean;
  rules: QuestionRules;
  /** The stem is the same for every item and cannot be edited. */
  fixed?: boolean;
  /** Problems from the server, by `stem`, `options`, `options.2`, `answer`, `answer.unit`. */
  errors?: Readonly<Record<string, string>>;
  autoFocus?: boolean;
}

/** Form of a question: stem, options, and the key, chosen by its letter. */
export function QuestionForm({
  label,
  value,
  onChange,
  rules,
  mayChangeFormat = false,
  fixed = false,
  errors = {},
  autoFocus = false,
}: QuestionFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const said = (field: string) => errors[field];
  const problems = questionProblems(value, rules);
  const kind = getQuestionFormat(value.format);
  const role = kind.hasSeveralKeys ? "checkbox" : "radio";
  return (
    <Stack role="group" aria-label={label} gap="sm">
      {mayChangeFormat && rules.formats.length > 1 && (
        <FormatChoice
          rules={rules}
          value={value.format}
          onChange={(format) => {
            onChange(
              convertToFormat(
                { ...value, fixed: null, options: [...value.options] },
                rules,
                format,
              ),
            );
          }}
        />
      )}
      <Textarea
        label={t("question.stem")}
        value={value.stem}
        readOnly={fixed}
        autosize
        minRows={1}
        data-autofocus={autoFocus || undefined}
        description={<Length text={value.stem} length={rules.stem} />}
        inputWrapperOrder={["label", "input", "description", "error"]}
        error={said("stem")}
        onChange={(event) => {
          onChange({ ...value, stem: event.currentTarget.value });
        }}
      />
      {kind.KeyForm && (
        <kind.KeyForm
          value={value.answer}
          errors={errorsUnder(errors, "answer")}
          onChange={(answer) => {
            onChange({ ...value, answer });
          }}
        />
      )}
      <div
        role={kind.hasSeveralKeys ? "group" : "radiogroup"}
        aria-labelledby={`${id}-key`}
        className={kind.hasOptions ? classes.choices : undefined}
        hidden={!kind.hasOptions}
        onKeyDown={moveAmongLetters}
      >
        <Box id={`${id}-key`} c="dimmed">
          {t(`question.${letterHint(kind)}`)} <KeyboardKey keys={MARK_KEY} />
        </Box>
        {value.options.map((option, index) => (
          <Group key={index} gap="0.6rem" align="flex-start" wrap="nowrap">
            <button
              type="button"
              role={role}
              // Tab moves between texts; in an option, a shortcut marks it as the key.
              tabIndex={-1}
              data-letter
              aria-checked={kind.marked(value.answer).includes(index)}
              aria-label={t("question.keyIs", { letter: optionLetter(index) })}
              className={classes.letter}
              data-key={kind.marked(value.answer).includes(index) || undefined}
              onClick={() => {
                onChange({ ...value, answer: kind.toggled(value.answer, index) });
              }}
            >
              {optionLetter(index)}
            </button>
            <Textarea
              className="anywhere"
              flex={1}
              miw={0}
              aria-label={t("question.option", { letter: optionLetter(index) })}
              value={option}
              autosize
              minRows={1}
              onKeyDown={(event) => {
                if (keyOf(event.nativeEvent) !== MARK_KEY) return;
                event.preventDefault();
                onChange({ ...value, answer: kind.toggled(value.answer, index) });
              }}
              error={said(`options.${String(index)}`)}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange({ ...value, options: value.options.with(index, text) });
              }}
            />
          </Group>
        ))}
      </div>
      {kind.isOrdered && <KeyInWords format={value.format} answer={value.answer} />}
      {kind.hasOptions && (said("answer") ?? said("options")) && (
        <p className={classes.error}>{said("answer") ?? said("options")}</p>
      )}
      {problems.length > 0 && (
        <PlainList c="var(--warn)">
          {problems.map((problem) => (
            <li key={problem.kind + (problem.letters ?? "")}>
              {t(`question.problems.${problem.kind}`, { letters: problem.letters ?? "" })}
            </li>
          ))}
        </PlainList>
      )}
    </Stack>
  );
}

/** Notes on the key: its own under "", those of its parts by their paths. */
function errorsUnder(errors: Readonly<Record<string, string>>, field: string) {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path === field || path.startsWith(`${field}.`))
      .map(([path, message]) => [path.slice(field.length + 1), message]),
  );
}

/** Length of a text beside its limits. */
function Length({ text, length }: { text: string; length: TextLength }) {
  const { t } = useTranslation();
  const count = textLength(withoutImages(text), length.unit);
  const isOver = length.maximum != null && count > length.maximum;
  return (
    <span className={isOver ? classes.error : undefined}>
      {t(`question.length.${length.unit}`, { count })}
      {length.target != null && ` · ${t("question.target", { count: length.target })}`}
    </span>
  );
}
