import { fillInBlank } from "./fill-in-blank/format";
import { multipleChoice } from "./multiple-choice/format";
import { singleChoice } from "./single-choice/format";
import { trueFalse } from "./true-false/format";
import type { QuestionFormat } from "./types";

const INSTALLED: readonly QuestionFormat[] = [singleChoice, multipleChoice, trueFalse, fillInBlank];

/** The format of that id. The server refuses projects that ask for others. */
export function formatOf(id: string): QuestionFormat {
  return INSTALLED.find((format) => format.id === id) ?? singleChoice;
}
