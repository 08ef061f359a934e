import { sameAnswer } from "@/components/question/formats/same-answer";
import { type QuestionText, questionProblems } from "@/components/question/question-text";
import type { QuestionRules } from "@/lib/protocol/protocol";

import type { Rework, ReworkInput, ReworkQuestion } from "./api";

/** By uid: the current text, or null for a dropped question. */
export type QuestionEdits = Readonly<Record<string, QuestionText | null>>;

export function initialEdits(given: Rework): QuestionEdits {
  return Object.fromEntries(
    given.questions.map(({ uid, format, stem, options, answer }) => [
      uid,
      { format, stem, options, answer },
    ]),
  );
}

export function isChanged(
  question: ReworkQuestion,
  text: QuestionText | null | undefined,
): boolean {
  if (!text) return text === null;
  return (
    text.stem.trim() !== question.stem ||
    !sameAnswer(text.answer, question.answer) ||
    text.options.some((option, index) => option.trim() !== question.options[index])
  );
}

/**
 * Return the changes to submit: changed and dropped questions, and failed ones left as they are.
 * For these the note says why they are correct, and fresh people answer them again.
 */
export function changesToSubmit(given: Rework, edits: QuestionEdits): ReworkInput["questions"] {
  return given.questions
    .filter((question) => question.failed || isChanged(question, edits[question.uid]))
    .map(({ uid }) => {
      const text = edits[uid];
      if (!text) return { uid, content: null };
      const { stem, options, answer } = text;
      return { uid, content: { stem, options: [...options], answer } };
    });
}

/** Return whether every remaining question is complete. */
export function isReady(given: Rework, edits: QuestionEdits, rules: QuestionRules): boolean {
  return given.questions.every(({ uid }) => {
    const text = edits[uid];
    return !text || questionProblems(text, rules).length === 0;
  });
}
