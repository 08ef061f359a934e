import type { Localized } from "@/lib/i18n/locale";
import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./field-help.module.css";

/** The help of a field below it, if there is no room for the guideline strip. */
export function FieldHelp({ help }: { help: Localized | null | undefined }) {
  const { pick } = useLocale();
  return help ? <p className={classes.help}>{pick(help)}</p> : null;
}
