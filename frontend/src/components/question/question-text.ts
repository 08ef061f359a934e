import { withoutImages } from "@/lib/protocol/placed";
import { textLength, optionLetter, type QuestionRules } from "@/lib/protocol/protocol";

import { getQuestionFormat } from "./formats/registry";
import type { Answer, KeyProblem } from "./formats/types";

/** The editable content of a question. */
export interface QuestionText {
  format: string;
  stem: string;
  options: readonly string[];
  /** The key, in the form of the format. */
  answer: Answer;
}

export interface QuestionProblem {
  kind: "noStem" | "emptyOptions" | "sameOptions" | "longStem" | "longOptions" | KeyProblem;
  /** The options concerned: "B, D". */
  letters?: string;
}

const tidy = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();

/** Missing or invalid parts while typing. The server checks again, and more. */
export function questionProblems(
  question: QuestionText,
  rules: QuestionRules,
): readonly QuestionProblem[] {
  const problems: QuestionProblem[] = [];
  const lettersWhere = (is: (option: string, index: number) => boolean) =>
    question.options.flatMap((option, index) => (is(option, index) ? [optionLetter(index)] : []));
  const about = (kind: QuestionProblem["kind"], letters: readonly string[]) => {
    if (letters.length > 0) problems.push({ kind, letters: letters.join(", ") });
  };
  const isTooLong = (
    text: string,
    maximum: number | null | undefined,
    unit: "words" | "characters",
  ) => maximum != null && textLength(withoutImages(text), unit) > maximum;
  const texts = question.options.map(tidy);

  if (!question.stem.trim()) problems.push({ kind: "noStem" });
  if (isTooLong(question.stem, rules.stem.maximum, rules.stem.unit)) {
    problems.push({ kind: "longStem" });
  }
  about(
    "emptyOptions",
    lettersWhere((option) => !option.trim()),
  );
  about(
    "sameOptions",
    lettersWhere(
      (_, index) => texts[index] !== "" && texts.filter((text) => text === texts[index]).length > 1,
    ),
  );
  about(
    "longOptions",
    lettersWhere((option) => isTooLong(option, rules.option.maximum, rules.option.unit)),
  );
  const wrong = getQuestionFormat(question.format).keyProblem(question.answer);
  if (wrong) problems.push({ kind: wrong });
  return problems;
}

/** Letters and digits only, as the server compares texts. */
const bare = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim() || text.trim();

/** Return whether two questions ask the same and offer the same options, in any order. */
export function hasRepeatedQuestion(questions: readonly QuestionText[]): boolean {
  const seen = new Set(
    questions.map(({ format, stem, options }) =>
      JSON.stringify([format, bare(stem), options.map(bare).toSorted()]),
    ),
  );
  return seen.size < questions.length;
}
