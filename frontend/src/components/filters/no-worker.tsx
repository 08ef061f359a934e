import { IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./no-worker.module.css";

/** Warns that no worker is running, before people wait for one. */
export function NoWorkerNotice() {
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
