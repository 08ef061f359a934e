import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";

import { type Trial, useTrialDrop } from "../api";
import classes from "./trial-banner.module.css";

/** Says that what is shown is tried only, and takes it back. */
export function TrialBanner({ slug, trial }: { slug: string; trial: Trial }) {
  const { t } = useTranslation("text-area");
  const { format } = useLocale();
  const drop = useTrialDrop();
  return (
    <>
      <div className={classes.banner} role="status">
        <IconEye size={20} aria-hidden="true" />
        <p className={classes.text}>
          <strong>
            {t("trial.title", {
              confidence: format.percent(trial.reading.confidence, 0),
              count: trial.reading.minimum_characters,
              number: format.number(trial.reading.minimum_characters),
            })}
          </strong>{" "}
          {t("trial.text")}
        </p>
        <Button
          variant="default"
          loading={drop.isPending}
          onClick={() => {
            drop.mutate({ params: { path: { slug, run_id: trial.id } } });
          }}
        >
          {t("trial.drop")}
        </Button>
      </div>
      {drop.error && <ProblemAlert error={drop.error} onRetry={drop.reset} />}
    </>
  );
}
