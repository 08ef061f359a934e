import { Textarea } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { lengthOf, letterOf, type QuestionRules, type TextLength } from "@/lib/protocol/protocol";

import { type QuestionText, questionProblems } from "./question-text";
import classes from "./question.module.css";

export interface QuestionFormProps {
  /** "Question 2": names the group. */
  label: string;
  value: QuestionText;
  onChange: (value: QuestionText) => void;
  rules: QuestionRules;
  /** The stem stands on every item and nobody edits it. */
  fixed?: boolean;
  /** What the server said, by `stem`, `options`, `options.2`, `answer`. */
  errors?: Readonly<Record<string, string>>;
  autoFocus?: boolean;
}

/** A question to write: stem, options, and the key, chosen by its letter. */
export function QuestionForm({
  label,
  value,
  onChange,
  rules,
  fixed = false,
  errors = {},
  autoFocus = false,
}: QuestionFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const said = (field: string) => errors[field];
  const problems = questionProblems(value, rules);
  return (
    <div role="group" aria-label={label} className={classes.form}>
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
      <div role="radiogroup" aria-labelledby={`${id}-key`} className={classes.choices}>
        <div id={`${id}-key`} className={classes.hint}>
          {t("question.chooseKey")}
        </div>
        {value.options.map((option, index) => (
          <div key={index} className={classes.choice}>
            <button
              type="button"
              role="radio"
              aria-checked={index === value.answer}
              aria-label={t("question.keyIs", { letter: letterOf(index) })}
              className={classes.letter}
              data-key={index === value.answer || undefined}
              onClick={() => {
                onChange({ ...value, answer: index });
              }}
            >
              {letterOf(index)}
            </button>
            <Textarea
              className={classes.words}
              aria-label={t("question.option", { letter: letterOf(index) })}
              value={option}
              autosize
              minRows={1}
              error={said(`options.${String(index)}`)}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange({ ...value, options: value.options.with(index, text) });
              }}
            />
          </div>
        ))}
      </div>
      {(said("answer") ?? said("options")) && (
        <p className={classes.error}>{said("answer") ?? said("options")}</p>
      )}
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map((problem) => (
            <li key={problem.kind + (problem.letters ?? "")}>
              {t(`question.problems.${problem.kind}`, { letters: problem.letters ?? "" })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How long a text is beside how long it is meant to be. */
function Length({ text, length }: { text: string; length: TextLength }) {
  const { t } = useTranslation();
  const count = lengthOf(text, length.unit);
  const isOver = length.maximum != null && count > length.maximum;
  return (
    <span className={isOver ? classes.error : undefined}>
      {t(`question.length.${length.unit}`, { count })}
      {length.target != null && ` · ${t("question.target", { count: length.target })}`}
    </span>
  );
}
