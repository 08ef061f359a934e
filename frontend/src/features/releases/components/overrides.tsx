import { useTranslation } from "react-i18next";

import type { Release } from "../api";
import classes from "./overrides.module.css";

/** What the gate held up and a maintainer let pass, as the data card prints it. */
export function Overrides({ overrides }: Pick<Release, "overrides">) {
  const { t } = useTranslation("releases");
  if (overrides.length === 0) return null;
  return (
    <section className={classes.overrides} aria-label={t("overrides")}>
      <h2 className={classes.title}>{t("overrides")}</h2>
      <ul>
        {overrides.map(({ line, message, reason }) => (
          <li key={line}>
            {message} <span className={classes.reason}>“{reason}”</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
