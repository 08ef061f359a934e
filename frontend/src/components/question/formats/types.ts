import type { ComponentType } from "react";

/** A key, or an answer without the key; only its format's module reads it. */
export type Answer = unknown;

export type KeyProblem = "noKey" | "fewKeys" | "noTruth" | "noAccepted";

export interface KeyFormProps {
  value: Answer;
  onChange: (value: Answer) => void;
  /** Problems from the server, by path below the key: "", `accepted.0`, `unit`. */
  errors: Readonly<Record<string, string>>;
}

export interface AnswerFormProps {
  options: readonly string[];
  value: Answer;
  onChange: (value: Answer) => void;
  /** Enter on an answered question. */
  onConfirm: () => void;
}

/** The key as text, for formats without options. */
export interface KeyWords {
  true: string;
  false: string;
}

/**
 * A question format as people write, answer and read it. Its other parts are
 * `annotation/domain/formats`, with its title, and `subtext_runner/formats`.
 */
export interface QuestionFormat {
  id: string;
  hasOptions: boolean;
  /** Several options may be correct: their letters are checkboxes. */
  hasSeveralKeys: boolean;
  /** Answers are typed, so single letters and digits are no shortcuts. */
  isTyped: boolean;
  keyProblem: (key: Answer) => KeyProblem | null;
  /** The order of the options in a key counts, and is shown as text too. */
  isOrdered: boolean;
  /** Indices of the options in a key or an answer, in its order. */
  marked: (answer: Answer) => readonly number[];
  /** Return the key after a click on an option's letter. */
  toggled: (answer: Answer, option: number) => Answer;
  isAnswered: (answer: Answer) => boolean;
  /** The key without the text of options: `B`, `A, C`, `True`, `3.5 / 7/2`. */
  spoken: (key: Answer, words: KeyWords) => string;
  /** Form of the key, for formats without options to mark. */
  KeyForm: ComponentType<KeyFormProps> | null;
  /** Form to answer without the key. */
  AnswerForm: ComponentType<AnswerFormProps>;
}
