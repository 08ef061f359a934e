import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { $api } from "@/lib/api/client";
import { textFor } from "@/lib/i18n/texts";
import { isJobLive, type Job, JOBS, jobPace } from "@/lib/jobs/jobs";

import classes from "./overview.module.css";

const KINDS = [
  "curation.import",
  "curation.import_published",
  "curation.import_audited",
  "curation.filter",
  "curation.preview",
  "curation.stage_preview",
  "demo.images",
  "demo.started",
  "demo.finished",
  "evaluation.site",
  "releases.build",
  "releases.check",
  "releases.hub_upload",
  "review.search",
] as const;

/** Their own pages show them: the figures, and the form that tests a model server. */
const SHOWN_ELSEWHERE: readonly string[] = ["review.figures", "evaluation.connection_test"];

/** Running jobs, and the latest failed one of each kind. */
export function JobsPart({ slug, jobs }: { slug: string; jobs: readonly Job[] }) {
  const { t } = useTranslation("overview");
  const latest = jobs.filter((job, at) => jobs.findIndex(({ kind }) => kind === job.kind) === at);
  const shown = latest.filter(({ kind }) => !SHOWN_ELSEWHERE.includes(kind));
  const parts = {
    title: shown.filter(({ status }) => isJobLive(status)),
    failed: shown.filter((job) => job.status === "failed" && job.dismissed_at === null),
  };
  return (["title", "failed"] as const).map(
    (part) =>
      parts[part].length > 0 && (
        <section key={part} className={classes.jobs} aria-labelledby={`jobs-${part}`}>
          <Title order={2} mb="0.75rem" id={`jobs-${part}`}>
            {t(`jobs.${part}`)}
          </Title>
          {parts[part].map((job) => (
            <JobRow key={job.id} slug={slug} job={job} />
          ))}
        </section>
      ),
  );
}

function JobRow({ slug, job }: { slug: string; job: Job }) {
  const { t } = useTranslation("overview");
  const meta = { outdates: [JOBS] } as const;
  const cancel = $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/cancel/", { meta });
  const retry = $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/retry/", { meta });
  const dismiss = $api.useMutation("post", "/api/projects/{slug}/jobs/{job_id}/dismiss/", { meta });
  const at = { params: { path: { slug, job_id: job.id } } };
  const error = retry.error ?? dismiss.error;
  return (
    <>
      <ProgressJob
        title={textFor(job.kind, KINDS, (known) => t(`jobs.kind.${known}`))}
        state={job.status ?? "queued"}
        done={job.done ?? 0}
        total={job.total ?? null}
        error={job.error}
        onCancel={() => {
          cancel.mutate(at);
        }}
        onRetry={() => {
          retry.mutate(at);
        }}
        onDismiss={() => {
          dismiss.mutate(at);
        }}
        {...jobPace(job, new Date())}
      />
      {error && <ProblemAlert error={error} />}
    </>
  );
}
