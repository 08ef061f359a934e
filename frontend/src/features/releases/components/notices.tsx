import { useTranslation } from "react-i18next";

import { RelativeTime } from "@/lib/i18n/relative-time";
import { textFor } from "@/lib/i18n/texts";
import { ROLES } from "@/lib/session/session";

import type { Release } from "../api";
import classes from "./notices.module.css";

/** Errata and takedowns of a version; the version itself does not change. */
export function Notices({ notices }: Pick<Release, "notices">) {
  const { t } = useTranslation(["releases", "common"]);
  if (notices.length === 0) return null;
  return (
    <section className={classes.notices} aria-label={t("notices.title")}>
      <h2 className={classes.title}>{t("notices.title")}</h2>
      <ul className={classes.list}>
        {notices.map(({ id, kind, text, question, key, role, created_at: at }) => (
          <li key={id}>
            <span className={classes.kind}>{t(`notices.kind.${kind}`)}</span>{" "}
            {(question || key) && <code>{question || key}</code>} {text}{" "}
            <span className={classes.who}>
              {textFor(role, ROLES, (known) => t(`common:role.${known}`))}, <RelativeTime at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
