import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import type { Release } from "../api";
import classes from "./overrides.module.css";

/** Overridden checks, in the language of the page. */
export function Overrides({ overrides }: Pick<Release, "overrides">) {
  const { t } = useTranslation("releases");
  const { pick } = useLocale();
  if (overrides.length === 0) return null;
  return (
    <section className={classes.overrides} aria-label={t("overrides")}>
      <h2 className={classes.title}>{t("overrides")}</h2>
      <ul>
        {overrides.map(({ line, message, reason }) => (
          <li key={line}>
            {pick(message)} <span className={classes.reason}>“{reason}”</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
