import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";
import { chooseLocale } from "@/lib/i18n/i18n";
import { asLocale, type Locale, LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";
import { type Session, sessionOptions } from "@/lib/session/session";

/** Change the language in this browser and, for a signed-in person, in all their browsers. */
function useLanguageChoice(): (locale: Locale) => void {
  const queries = useQueryClient();
  const keep = $api.useMutation("put", "/api/me/", {
    onSuccess: (session) => {
      queries.setQueryData(sessionOptions.queryKey, session);
    },
  });
  return (locale) => {
    void chooseLocale(locale);
    const user = queries.getQueryData<Session>(sessionOptions.queryKey)?.user;
    // Change it in this browser even if saving it for the person fails.
    if (user) keep.mutate({ body: { display_name: user.display_name, locale } });
  };
}

export function LanguageSwitch() {
  const { t } = useTranslation("app");
  const { locale } = useLocale();
  const choose = useLanguageChoice();
  return (
    <SegmentedControl
      aria-label={t("account.language")}
      fullWidth
      value={locale}
      onChange={(value) => {
        choose(asLocale(value) ?? locale);
      }}
      data={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
    />
  );
}

export function ThemeSwitch() {
  const { t } = useTranslation("app");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={t("account.theme")}
      fullWidth
      value={colorScheme}
      onChange={setColorScheme}
      data={[
        { value: "light" as const, label: t("account.light") },
        { value: "dark" as const, label: t("account.dark") },
        { value: "auto" as const, label: t("account.auto") },
      ]}
    />
  );
}
