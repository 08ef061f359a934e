import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import type { Progress } from "../api";
import classes from "./validate.module.css";

/** Progress in this round as a line, without a score. */
export function ProgressLine({ progress }: { progress: Progress }) {
  const { t } = useTranslation("validate");
  const { pick } = useLocale();
  const { answered, waiting } = progress;
  const total = answered + waiting;
  return (
    <div className={classes.progress}>
      <span>{pick(progress.title)}</span>
      <span className="tabular">
        {t("progress.answered", { count: answered })}
        {" · "}
        {t("progress.waiting", { count: waiting })}
      </span>
      <div
        className={classes.track}
        role="progressbar"
        aria-label={t("progress.label")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={answered}
      >
        <div
          className={classes.done}
          style={{ scale: `${String(total > 0 ? answered / total : 0)} 1` }}
        />
      </div>
    </div>
  );
}
