import { useTranslation } from "react-i18next";

import { Bar } from "@/components/charts/bar";
import { useLocale } from "@/lib/i18n/use-locale";

import type { ValidationProgress } from "../api";
import classes from "./validate.module.css";

/** Progress in this round as a line, without a score. */
export function ProgressLine({ progress }: { progress: ValidationProgress }) {
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
      <Bar
        style={{ gridColumn: "1 / -1" }}
        bdrs={0}
        bg="var(--line)"
        h="3px"
        share={total > 0 ? answered / total : 0}
        role="progressbar"
        aria-label={t("progress.label")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={answered}
      />
    </div>
  );
}
