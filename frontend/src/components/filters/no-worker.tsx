import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./no-worker.module.css";

/** Nobody is there to do the long work: said before somebody waits for it. */
export function NoWorker() {
  const { t } = useTranslation();
  return (
    <p className={classes.notice} role="status">
      <IconPlugConnectedX size={20} aria-hidden="true" />
      <span>
        <strong>{t("filters.noWorker.title")}</strong> {t("filters.noWorker.text")}
      </span>
    </p>
  );
}
