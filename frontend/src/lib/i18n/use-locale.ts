import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { createFormat, type Format } from "./format";
import { asLocale, type Locale, type Localized, pickLocalizedText } from "./locale";

export interface LocaleTools {
  locale: Locale;
  format: Format;
  /** A protocol text in the reader's language. */
  pick: (text: Localized | null | undefined) => string;
}

/** The reader's language, and numbers, times and protocol texts in it. */
export function useLocale(): LocaleTools {
  const { i18n } = useTranslation();
  const locale = asLocale(i18n.language) ?? "en";
  return useMemo(
    () => ({
      locale,
      format: createFormat(locale),
      pick: (text) => pickLocalizedText(text, locale),
    }),
    [locale],
  );
}
