import { optionCount, type QuestionRules } from "@/lib/protocol/protocol";
import type { QuestionContent } from "@/lib/protocol/record";

import { getQuestionFormat } from "./formats/registry";

/** A blank question, in the protocol's first format by default. */
export function blankQuestion(
  rules: QuestionRules,
  format = rules.formats[0] ?? "single_choice",
): QuestionContent {
  return { uid: crypto.randomUUID(), fixed: null, stem: "", ...emptyOf(rules, format, null) };
}

/** The question in another format; stem and options are kept if possible. */
export function convertToFormat<Question extends Pick<QuestionContent, "fixed" | "options">>(
  question: Question,
  rules: QuestionRules,
  format: string,
): Question {
  const empty = emptyOf(rules, format, question.fixed);
  const keeps = empty.options.length > 0 && question.options.length === empty.options.length;
  return { ...question, ...empty, options: keeps ? question.options : empty.options };
}

function emptyOf(rules: QuestionRules, format: string, fixed: string | null) {
  const count = getQuestionFormat(format).hasOptions ? optionCount(rules, fixed) : 0;
  return { format, options: Array.from({ length: count }, () => ""), answer: null };
}
