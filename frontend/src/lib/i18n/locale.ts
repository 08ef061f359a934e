export const LOCALES = ["en", "zh"] as const;
export type Locale = (typeof LOCALES)[number];

/** What each language calls itself. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: "English", zh: "中文" };

const STORAGE_KEY = "subtext.locale";

export function asLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.toLowerCase().split("-")[0];
  return LOCALES.find((locale) => locale === language);
}

/** The language somebody chose in this browser, if anybody did. */
export function chosenLocale(): Locale | undefined {
  return asLocale(localStorage.getItem(STORAGE_KEY));
}

export function rememberLocale(locale: Locale): void {
  localStorage.setItem(STORAGE_KEY, locale);
}

/** Chosen here, else the person's own, else the browser's, else English. */
export function detectLocale(
  personal: string | undefined,
  browser: readonly string[] = navigator.languages,
): Locale {
  const candidates = [personal, ...browser].map(asLocale);
  return chosenLocale() ?? candidates.find((locale) => locale !== undefined) ?? "en";
}

/** A text of a protocol: the same sentence by language. */
export type Localized = Readonly<Partial<Record<string, string>>>;

/** The text in `locale`, else in English, else in whatever language there is. */
export function pick(text: Localized | null | undefined, locale: Locale): string {
  if (!text) return "";
  return text[locale] || text["en"] || Object.values(text).find(Boolean) || "";
}
