import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { chooseLocale } from "@/lib/i18n/i18n";
import { asLocale, LOCALE_NAMES, LOCALES } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";

export function LanguageSwitch() {
  const { t } = useTranslation("app");
  const { locale } = useLocale();
  return (
    <SegmentedControl
      aria-label={t("account.language")}
      fullWidth
      value={locale}
      onChange={(value) => {
        void chooseLocale(asLocale(value) ?? locale);
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
