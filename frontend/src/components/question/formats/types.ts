import type { ComponentType } from "react";

/** A key, or an answer without it: only the folder of its format looks inside. */
export type Answer = unknown;

export type KeyProblem = "noKey" | "fewKeys" | "noTruth" | "noAccepted";

export interface KeyFormProps {
  value: Answer;
  onChange: (value: Answer) => void;
  /** What the server said, by path under the key: "", `accepted.0`, `unit`. */
  errors: Readonly<Record<string, string>>;
}

export interface AnswerFormProps {
  options: readonly string[];
  value: Answer;
  onChange: (value: Answer) => void;
  /** Enter on what is answered already. */
  onConfirm: () => void;
}

/** The words in which a key is said where there are no options. */
export interface KeyWords {
  true: string;
  false: string;
}

/**
 * One kind of question, as people write, answer and read it. Its other parts are
 * `annotation/domain/formats`, where its title is, and `evaluation/runner/formats`.
 */
export interface QuestionFormat {
  id: string;
  hasOptions: boolean;
  /** Several options may be right: their letters are check boxes. */
  hasSeveralKeys: boolean;
  /** An answer is typed: single letters and digits are no keys of the page. */
  isTyped: boolean;
  keyProblem: (key: Answer) => KeyProblem | null;
  /** The order of the options in a key counts: it is shown in words, too. */
  isOrdered: boolean;
  /** The options in a key, or an answer, in its own order. */
  marked: (answer: Answer) => readonly number[];
  /** After a click on the option's letter. */
  toggled: (answer: Answer, option: number) => Answer;
  isAnswered: (answer: Answer) => boolean;
  /** The key without its options: `B`, `A, C`, `True`, `3.5 / 7/2`. */
  spoken: (key: Answer, words: KeyWords) => string;
  /** How the key is given where there are no options to mark. */
  KeyForm: ComponentType<KeyFormProps> | null;
  /** How somebody answers without the key. */
  AnswerForm: ComponentType<AnswerFormProps>;
}
