import { MutedText } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Localized } from "@/lib/i18n/locale";

import classes from "./sheet.module.css";

const TAGS = { en: "en", zh: "zh-CN" } as const;

/** A text of the protocol in the reader's language, and in the other one if it differs. */
export function BilingualText({
  text,
  block = false,
}: {
  text: Localized | null | undefined;
  block?: boolean;
}) {
  const { locale, pick } = useLocale();
  const own = pick(text);
  const other = locale === "en" ? "zh" : "en";
  const translated = text?.[other];
  return (
    <span className={block ? classes.bothBlock : undefined}>
      <span lang={text?.[locale] ? TAGS[locale] : TAGS[other]}>{own}</span>
      {translated && translated !== own && (
        <>
          {" "}
          <MutedText lang={TAGS[other]} fw={400}>
            {translated}
          </MutedText>
        </>
      )}
    </span>
  );
}
