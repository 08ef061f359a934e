import i18next, { type FlatNamespace } from "i18next";
import { initReactI18next } from "react-i18next";

import { asLocale, detectLocale, type Locale, LOCALES, rememberLocale } from "./locale";

type Texts = Record<string, unknown>;
export type LoadTexts = (locale: Locale, namespace: FlatNamespace) => Promise<Texts>;

let load: LoadTexts;
/** Namespaces loaded so far: a change of the language loads all of them. */
const asked = new Set<FlatNamespace>();

function markDocument(locale: string): void {
  document.documentElement.lang = locale === "zh" ? "zh-CN" : "en";
}

// First of all listeners, because requests are sent in the language of the document.
i18next.on("languageChanged", markDocument);

async function fetchMissing(locale: Locale): Promise<void> {
  const missing = () => [...asked].filter((one) => !i18next.hasResourceBundle(locale, one));
  // Repeat while pages load more.
  while (missing().length > 0) {
    await Promise.all(
      missing().map(async (namespace) => {
        i18next.addResourceBundle(locale, namespace, await load(locale, namespace));
      }),
    );
  }
}

/** Load the texts of `namespaces` in the current language; a page shows none before. */
export async function loadTexts(...namespaces: readonly FlatNamespace[]): Promise<void> {
  for (const namespace of namespaces) asked.add(namespace);
  await fetchMissing(asLocale(i18next.language) ?? "en");
}

/** Start translation. Called once, before the first rendering. */
export async function startI18n(
  loader: LoadTexts,
  namespaces: readonly FlatNamespace[],
): Promise<void> {
  load = loader;
  await i18next.use(initReactI18next).init({
    resources: {},
    lng: detectLocale(undefined),
    fallbackLng: false,
    supportedLngs: [...LOCALES],
    defaultNS: "common",
    interpolation: { escapeValue: false },
    returnNull: false,
    saveMissing: true,
    missingKeyHandler: (_locales, namespace, key) => {
      reportError(new Error(`No text for ${namespace}:${key}.`));
    },
  });
  await loadTexts(...namespaces);
}

/**
 * Return whether the text of `key` has been loaded. A boolean, because i18next's own `exists`
 * narrows the type of its key, and narrowing the union of all keys takes the compiler minutes.
 */
export function hasText(key: string): boolean {
  return i18next.exists(key);
}

async function changeLocale(locale: Locale): Promise<void> {
  await fetchMissing(locale);
  await i18next.changeLanguage(locale);
}

/** Use the signed-in person's language, unless another one was chosen in this browser. */
export async function followPersonalLocale(personal: string | undefined): Promise<void> {
  const locale = detectLocale(personal);
  if (locale !== i18next.language) await changeLocale(locale);
}

/** Call `then` after each change of the language, once its texts are loaded. */
export function onLocaleChange(then: () => void): void {
  i18next.on("languageChanged", then);
}

export async function chooseLocale(locale: Locale): Promise<void> {
  rememberLocale(locale);
  await changeLocale(locale);
}
