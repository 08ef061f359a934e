import { UnknownFormatError } from "@/lib/protocol/unknown-format";

import { fillInBlank } from "./fill-in-blank/format";
import { multipleChoice } from "./multiple-choice/format";
import { singleChoice } from "./single-choice/format";
import { trueFalse } from "./true-false/format";
import type { QuestionFormat } from "./types";

const FORMATS = {
  single_choice: singleChoice,
  multiple_choice: multipleChoice,
  true_false: trueFalse,
  fill_in_blank: fillInBlank,
} as const satisfies Record<string, QuestionFormat>;

export const FORMAT_IDS = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

/** The format of that id. */
export function formatOf(id: string): QuestionFormat {
  const known = FORMAT_IDS.find((one) => one === id);
  if (known === undefined) throw new UnknownFormatError(id);
  return FORMATS[known];
}
