import { sameAnswer } from "@/components/question/formats/same-answer";
import type { QuestionText } from "@/components/question/question-text";

import type { DecidedCase } from "./api";

type Final = NonNullable<DecidedCase["final"]>;
type FinalQuestion = Final["questions"][number];

/** A final record while it is edited. */
export interface EditedRecord {
  labels: Readonly<Record<string, readonly string[]>>;
  texts: Readonly<Record<string, string>>;
  sentences: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By uid. */
  questions: Readonly<Record<string, QuestionText>>;
}

const textOf = ({ format, stem, options, answer }: FinalQuestion): QuestionText => ({
  format,
  stem,
  options,
  answer,
});

export function initialEditedRecord(final: Final): EditedRecord {
  return {
    labels: final.labels,
    texts: final.texts,
    sentences: final.sentences,
    questions: Object.fromEntries(final.questions.map((one) => [one.uid, textOf(one)])),
  };
}

/** Return the changed questions, which are validated again. */
export function changedQuestions(final: Final, edited: EditedRecord) {
  return final.questions.flatMap((question) => {
    const text = edited.questions[question.uid];
    const isSame =
      !text ||
      (text.stem.trim() === question.stem &&
        sameAnswer(text.answer, question.answer) &&
        text.options.every((option, index) => option.trim() === question.options[index]));
    if (isSame) return [];
    const { stem, options, answer } = text;
    return [{ uid: question.uid, content: { stem, options: [...options], answer } }];
  });
}

/** Return whether anything has changed. */
export function isChanged(final: Final, edited: EditedRecord): boolean {
  const { labels, texts, sentences } = edited;
  return (
    changedQuestions(final, edited).length > 0 ||
    JSON.stringify([labels, texts, sentences]) !==
      JSON.stringify([final.labels, final.texts, final.sentences])
  );
}
