import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ProgressJob } from "@/components/progress-job";
import { $api } from "@/lib/api/client";
import { textFor } from "@/lib/i18n/texts";
import { isLive, type Job, JOBS, paceOf } from "@/lib/jobs/jobs";

import classes from "./overview.module.css";

const KINDS = [
  "curation.import",
  "curation.filter",
  "curation.preview",
  "demo.images",
  "demo.finished",
  "releases.build",
] as const;

/** They run whenever somebody looks at the figures; a note beside those tells of them. */
const FIGURES = "review.figures";

/** Work that runs now, and the latest of each kind where it failed. */
export function JobsPart({ slug, jobs }: { slug: string; jobs: readonly Job[] }) {
  const { t } = useTranslation("overview");
  const cancel = $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/cancel/", {
    meta: { outdates: [JOBS] },
  });
  const latest = jobs.filter((job, at) => jobs.findIndex(({ kind }) => kind === job.kind) === at);
  const shown = latest.filter(
    ({ kind, status }) => kind !== FIGURES && (isLive(status) || status === "failed"),
  );
  if (shown.length === 0) return null;
  return (
    <section className={classes.jobs} aria-labelledby="jobs">
      <Title order={2} id="jobs">
        {t("jobs.title")}
      </Title>
      {shown.map((job) => (
        <ProgressJob
          key={job.id}
          title={textFor(job.kind, KINDS, (known) => t(`jobs.kind.${known}`))}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          error={job.error}
          onCancel={() => {
            cancel.mutate({ params: { path: { slug, job_id: job.id } } });
          }}
          {...paceOf(job, new Date())}
        />
      ))}
    </section>
  );
}
