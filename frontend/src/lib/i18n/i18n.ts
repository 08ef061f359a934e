import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import { detectLocale, type Locale, LOCALES, rememberLocale } from "./locale";

type Texts = Record<string, unknown>;
export type Resources = Record<Locale, Record<string, Texts>>;

function markDocument(locale: string): void {
  document.documentElement.lang = locale === "zh" ? "zh-CN" : "en";
}

/** Start translation with the texts of every namespace. Called once, before anything is drawn. */
export async function startI18n(resources: Resources): Promise<void> {
  i18next.on("languageChanged", markDocument);
  await i18next.use(initReactI18next).init({
    resources,
    lng: detectLocale(undefined),
    fallbackLng: "en",
    supportedLngs: [...LOCALES],
    defaultNS: "common",
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

/** Follow the signed-in person's own language, unless another one was chosen in this browser. */
export async function followPersonalLocale(personal: string | undefined): Promise<void> {
  const locale = detectLocale(personal);
  if (locale !== i18next.language) await i18next.changeLanguage(locale);
}

export async function chooseLocale(locale: Locale): Promise<void> {
  rememberLocale(locale);
  await i18next.changeLanguage(locale);
}
