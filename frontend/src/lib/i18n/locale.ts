export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", zh: "中文" };

const STORAGE_KEY = "subtext.locale";

export function asLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === language);
}

/** The language chosen in this browser, if any. */
export function chosenLocale(): Locale | undefined {
  return asLocale(localStorage.getItem(STORAGE_KEY));
}

export function rememberLocale(locale: Locale): void {
  localStorage.setItem(STORAGE_KEY, locale);
}

/** The language chosen here, else the person's, else the browser's, else English. */
export function detectLocale(
  personal: string | undefined,
  browser: readonly string[] = navigator.languages,
): Locale {
  const candidates = [personal, ...browser].map(asLocale);
  return chosenLocale() ?? candidates.find((locale) => locale !== undefined) ?? "en";
}

/** A text of a protocol by language. */
export type Localized = Readonly<Partial<Record<string, string>>>;

/** Return the text in `locale`, else in English, else in any language. */
export function pickLocalizedText(text: Localized | null | undefined, locale: Locale): string {
  if (!text) return "";
  return text[locale] || text["en"] || Object.values(text).find(Boolean) || "";
}
