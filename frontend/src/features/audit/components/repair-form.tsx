import { Button, Checkbox, Select, Stack, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { LicenceInput } from "@/components/licence/licence-input";
import { type Rights, RightsChoice } from "@/components/licence/rights-choice";
import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { problemsAtFields } from "@/lib/forms/refusals";
import { useLocale } from "@/lib/i18n/use-locale";
import { isJobLive, jobPace } from "@/lib/jobs/jobs";
import { AppLink } from "@/lib/routing/app-link";
import { hasRight, useUser } from "@/lib/session/session";

import { type Audit, useImportAudited } from "../api";
import classes from "./repair-form.module.css";

/** Imports the benchmark into a project; findings become rework of the named items. */
export function RepairForm({ audit }: { audit: Audit }) {
  const { t } = useTranslation("audit");
  const { format } = useLocale();
  const { import_job: job, project } = audit;
  const isDone = job?.status === "finished" && Boolean(project);
  return (
    <section className={classes.repair} aria-labelledby="repair">
      <Title order={2} id="repair">
        {t("repair.title")}
      </Title>
      <p>{t("repair.lead")}</p>
      {job && !isDone && (
        <ProgressJob
          title={t("repair.job")}
          state={job.status ?? "queued"}
          done={job.done ?? 0}
          total={job.total ?? null}
          {...jobPace(job, new Date())}
          error={job.error}
        />
      )}
      {isDone && project && (
        <p>
          {t("repair.done", { project, number: format.number(reworkOf(job.result)) })}
          {format.gap}
          <AppLink to={{ page: "rework", params: { slug: project } }}>{t("repair.open")}</AppLink>
        </p>
      )}
      {!isDone && !isJobLive(job?.status) && audit.has_files && <Fields audit={audit} />}
    </section>
  );
}

/** Number of imported items in rework. */
function reworkOf(result: unknown): number {
  const { published } = result as { published?: { to_rework?: number } };
  return published?.to_rework ?? 0;
}

function Fields({ audit }: { audit: Audit }) {
  const { t } = useTranslation(["audit", "import"]);
  const { format } = useLocale();
  const { memberships } = useUser();
  const start = useImportAudited();
  const projects = memberships
    .filter(({ role, project }) => hasRight(role, "organize") && !project.archived)
    .map(({ project }) => ({ value: project.slug, label: project.name }));
  const form = useForm({
    initialValues: {
      project: projects.length === 1 ? (projects[0]?.value ?? "") : "",
      source_name: audit.name,
      licence: "",
      rights: "" as Rights | "",
      skip_missing: false,
    },
  });
  if (projects.length === 0) {
    return (
      <p>
        {t("repair.noProject")}
        {format.gap}
        <Link to="/new-project">{t("repair.newProject")}</Link>
      </p>
    );
  }
  const { project, source_name: source, licence, rights } = form.values;
  const isComplete = project && source.trim() && licence.trim() && rights;
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        if (!values.rights) return;
        start.mutate(
          {
            params: { path: { audit_id: audit.id } },
            body: { ...values, rights: values.rights },
          },
          { onError: problemsAtFields(form) },
        );
      })}
    >
      <Stack>
        <Select
          label={t("repair.project")}
          data={projects}
          allowDeselect={false}
          {...form.getInputProps("project")}
        />
        <TextInput
          label={t("import:source.name")}
          description={t("repair.sourceHelp")}
          {...form.getInputProps("source_name")}
        />
        <LicenceInput label={t("import:source.licence")} {...form.getInputProps("licence")} />
        <RightsChoice
          value={rights}
          onChange={(chosen) => {
            form.setFieldValue("rights", chosen);
          }}
        />
        <Checkbox
          size="md"
          label={t("repair.skipMissing")}
          description={t("repair.skipMissingHelp")}
          {...form.getInputProps("skip_missing", { type: "checkbox" })}
        />
        {start.error && <ProblemAlert error={start.error} />}
        <div>
          <Button type="submit" disabled={!isComplete} loading={start.isPending}>
            {t("repair.start")}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
