import { Box, Button, Group, Title, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { Term } from "@/components/glossary/with-terms";
import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { StatusBadge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, jobPace, useJobs } from "@/lib/jobs/jobs";
import { AppLink } from "@/lib/routing/app-link";

import { isRunning, type Run, useContinueRun, useDismissRun, useRuns, useStopRun } from "../api";
import { useRunName } from "../run-name";
import { IncompleteBadge } from "./incomplete-badge";
import { KnewAnswersBadge } from "./knew-answers-badge";
import { NewRun } from "./new-run";
import { RetryErrors } from "./retry-errors";
import classes from "./run-list.module.css";

/** All runs on a version: with their progress or their result. */
export function RunList({ slug, version }: { slug: string; version: string }) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const { list, runs } = useRuns(slug, version);
  const proceed = useContinueRun();
  const dismiss = useDismissRun();
  const nameOf = useRunName();
  const titleOf = (run: Run) => pick(run.setting_title) || run.setting;
  const rest = runs.filter((run) => !isRunning(run));
  if (runs.length === 0) return null;
  return (
    <section aria-labelledby="runs">
      <Title order={2} size="h3" id="runs" mt="xl" mb="sm">
        {t("runs.title")}
      </Title>
      {proceed.error != null && <ProblemAlert error={proceed.error} />}
      {dismiss.error != null && <ProblemAlert error={dismiss.error} />}
      <div className={classes.live}>
        {runs.filter(isRunning).map((run) => (
          <LiveRun key={run.id} slug={slug} run={run} setting={titleOf(run)} />
        ))}
      </div>
      <DataTable
        caption={t("runs.title")}
        rows={rest}
        rowKey={({ id }) => id}
        empty={<></>}
        columns={[
          {
            key: "model",
            header: t("model"),
            cell: (run) => (
              <>
                <AppLink
                  to={{ page: "run", params: { id: String(run.id) } }}
                  className={classes.model}
                >
                  {nameOf(run)}
                </AppLink>
                {run.reason && <span className={classes.reason}>{run.reason}</span>}
              </>
            ),
          },
          {
            key: "setting",
            header: <Term name="setting">{t("setting")}</Term>,
            cell: (run) => (
              <Box className="nowrap" component="span">
                {titleOf(run)}
              </Box>
            ),
          },
          {
            key: "splits",
            header: <Term name="split">{t("runs.splits")}</Term>,
            cell: ({ splits }) => (
              <Box className="nowrap" component="span">
                {splits.join(" + ")}
              </Box>
            ),
          },
          {
            key: "status",
            header: t("runs.state"),
            cell: ({ status, incomplete, knew_answers }) => (
              <>
                <StatusBadge state={`run.${status}`} /> {incomplete && <IncompleteBadge />}
                {knew_answers && <KnewAnswersBadge />}
              </>
            ),
          },
          {
            key: "answered",
            header: t("runs.answered"),
            numeric: true,
            cell: ({ response_count: done, total }) => (
              <Box className="nowrap" component="span">
                {t("runs.of", { done: format.number(done), total: format.number(total) })}
              </Box>
            ),
          },
          {
            key: "accuracy",
            header: t("accuracy"),
            numeric: true,
            cell: ({ overall }) =>
              overall?.accuracy == null ? "–" : format.percent(overall.accuracy),
          },
          {
            key: "when",
            header: t("runs.when"),
            cell: ({ finished_at: finished, created_at: created }) => (
              <Box className="nowrap" component="span">
                <RelativeTime at={finished ?? created} />
              </Box>
            ),
          },
          {
            key: "act",
            header: <VisuallyHidden>{t("runs.act")}</VisuallyHidden>,
            cell: (run) => {
              const { id, status } = run;
              if (status !== "failed" && status !== "cancelled") {
                return <RetryErrors slug={slug} run={run} compact />;
              }
              return (
                <Group gap="xs">
                  {run.needs_new_run ? (
                    <NewRun slug={slug} run={run} compact />
                  ) : (
                    <Button
                      variant="default"
                      size="compact-md"
                      title={t("runs.continueHelp")}
                      loading={proceed.isPending && proceed.variables.params.path.run_id === id}
                      onClick={() => {
                        proceed.mutate({ params: { path: { slug, run_id: id } } });
                      }}
                    >
                      {t("runs.continue")}
                    </Button>
                  )}
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-md"
                    title={t("runs.dismissHelp")}
                    loading={dismiss.isPending && dismiss.variables.params.path.run_id === id}
                    onClick={() => {
                      dismiss.mutate({ params: { path: { slug, run_id: id } } });
                    }}
                  >
                    {t("runs.dismiss")}
                  </Button>
                </Group>
              );
            },
          },
        ]}
        more={list}
      />
    </section>
  );
}

/** A run in progress, which can be stopped. */
export function LiveRun({ slug, run, setting }: { slug: string; run: Run; setting: string }) {
  const jobs = useJobs(slug);
  const stop = useStopRun();
  const nameOf = useRunName();
  const { id, status, answered = 0, total, started_at: startedAt = null } = run;
  const state = status === "queued" ? "queued" : "running";
  return (
    <ProgressJob
      title={`${nameOf(run)} · ${setting}`}
      state={state}
      done={answered}
      total={total}
      noWorker={!hasWorker(jobs, "gpu")}
      onCancel={() => {
        stop.mutate({ params: { path: { slug, run_id: id } } });
      }}
      {...jobPace({ status: state, done: answered, total, started_at: startedAt }, new Date())}
    />
  );
}
