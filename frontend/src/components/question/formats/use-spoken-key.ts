import { useTranslation } from "react-i18next";

import { getQuestionFormat } from "./registry";
import type { Answer } from "./types";

/** Return a function that gives a key as text in the reader's language. */
export function useSpokenKey(): (format: string, key: Answer) => string {
  const { t } = useTranslation();
  const words = { true: t("question.true"), false: t("question.false") };
  return (format, key) => getQuestionFormat(format).spoken(key, words);
}
