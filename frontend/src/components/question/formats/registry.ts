import { UnknownFormatError } from "@/lib/protocol/unknown-format";

import { fillInBlank } from "./fill-in-blank/format";
import { multipleChoice } from "./multiple-choice";
import { singleChoice } from "./single-choice";
import { trueFalse } from "./true-false";
import type { QuestionFormat } from "./types";

const FORMATS: Readonly<Record<string, QuestionFormat>> = {
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  true_false: trueFalse,
  fill_in_blank: fillInBlank,
};

/** Return the format with this id. */
export function getQuestionFormat(id: string): QuestionFormat {
  const format = Object.hasOwn(FORMATS, id) ? FORMATS[id] : undefined;
  if (format === undefined) throw new UnknownFormatError(id);
  return format;
}
