import { useTranslation } from "react-i18next";

import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { jobPace } from "@/lib/jobs/jobs";

import { MutedNote } from "../layout/primitives";
import { ProblemAlert } from "../problem-alert";
import { ProgressJob } from "../progress-job";
import classes from "./filter-progress.module.css";
import { NoWorkerNotice } from "./no-worker";
import type { FilterJob } from "./use-filters";

/** Progress of the filters, their last run, and whether a worker is running. */
export function FilterProgress({ filters }: { filters: FilterJob }) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const { job, isRunning, noWorker } = filters;
  return (
    <div className={classes.progress}>
      {noWorker && <NoWorkerNotice />}
      {filters.error != null && <ProblemAlert error={filters.error} onRetry={filters.run} />}
      {job && (isRunning || job.status === "failed") ? (
        <ProgressJob
          title={t("filters.job")}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          onCancel={filters.stop}
          {...jobPace(job, new Date())}
        />
      ) : (
        job?.finished_at && (
          <MutedNote>
            {t(job.status === "cancelled" ? "filters.stopped" : "filters.last")}
            {format.gap}
            <RelativeTime at={job.finished_at} />
          </MutedNote>
        )
      )}
    </div>
  );
}
