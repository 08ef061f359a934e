import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { getQuestionFormat } from "@/components/question/formats/registry";
import { PlacedText } from "@/components/question/placed-text";

import { FieldNotes } from "./field-notes";
import type { QuestionPartProps } from "./question-part";
import classes from "./question-part.module.css";

interface AnswerPartProps extends Omit<QuestionPartProps, "rules" | "onType"> {
  /** Move to the next field after the answer is confirmed. */
  onNext: () => void;
}

/** Another annotator's question, to answer without its key. */
export function AnswerPart({ question, index, notes, onEdit, onNext }: AnswerPartProps) {
  const { t } = useTranslation("annotate");
  const path = `questions.${String(index)}`;
  const kind = getQuestionFormat(question.format);
  const setAnswer = (answer: unknown) => {
    onEdit({ type: "question", uid: question.uid, change: { answer } });
  };
  return (
    <div className={classes.part}>
      <Box component="p" m="0 0 0.75rem" fw={500}>
        <PlacedText text={question.stem} />
      </Box>
      <div data-field={`${path}.answer`} role="group" aria-label={t("question.yourAnswer")}>
        {kind.KeyForm ? (
          <kind.KeyForm value={question.answer} onChange={setAnswer} errors={{}} />
        ) : (
          <kind.AnswerForm
            options={question.options}
            value={question.answer}
            onChange={setAnswer}
            onConfirm={onNext}
          />
        )}
      </div>
      <FieldNotes notes={notes.get(`${path}.answer`)} />
    </div>
  );
}
