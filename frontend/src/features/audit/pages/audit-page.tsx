import { Button, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ArchiveNames, type Encodings } from "@/components/archive-names/archive-names";
import { ConfirmButton } from "@/components/confirm-button";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { ProgressJob } from "@/components/progress-job";
import { isJobLive, jobPace } from "@/lib/jobs/jobs";

import { type Audit, auditOptions, useCancelAudit, useDeleteAudit, useStartAudit } from "../api";
import { AuditReport } from "../components/audit-report";
import { MappingForm } from "../components/mapping-form";
import { RepairForm } from "../components/repair-form";
import classes from "./audit-page.module.css";

const route = getRouteApi("/signed-in/audits/$id");

/** One audit: its progress, the mapping of its table, and its findings. */
export function AuditPage() {
  const { t } = useTranslation("audit");
  const { id } = route.useParams();
  const { data: audit } = useSuspenseQuery(auditOptions(Number(id)));
  const isRunning = isJobLive(audit.job?.status);
  return (
    <>
      <PageHeader
        title={audit.report?.name || audit.name || t("unnamed")}
        lead={audit.path ? t("place", { path: audit.path }) : undefined}
        back={<Link to="/audits">{t("title")}</Link>}
      />
      <div className={classes.page}>
        <Progress audit={audit} />
        {!isRunning && audit.report && <AuditReport audit={audit} report={audit.report} />}
        {!isRunning && audit.has_files && <Names audit={audit} />}
        {!isRunning && audit.report && <RepairForm audit={audit} />}
        {!isRunning && <Mapping audit={audit} />}
        {!isRunning && <DeleteButton audit={audit} />}
      </div>
    </>
  );
}

/** The running job, or the reason of its failure. */
function Progress({ audit }: { audit: Audit }) {
  const { t } = useTranslation("audit");
  const cancel = useCancelAudit();
  const again = useStartAudit();
  const { job } = audit;
  const status = job?.status ?? "queued";
  if (!job || status === "finished") return null;
  const path = { audit_id: audit.id };
  return (
    <>
      <ProgressJob
        title={t("job")}
        state={status}
        done={job.done ?? 0}
        total={job.total ?? null}
        {...jobPace(job, new Date())}
        error={job.error}
        onCancel={() => {
          cancel.mutate({ params: { path } });
        }}
        onRetry={() => {
          again.mutate({ params: { path }, body: { columns: null } });
        }}
      />
      {again.error && <ProblemAlert error={again.error} />}
    </>
  );
}

/** The encoding of file names in archives that do not say it. */
function Names({ audit }: { audit: Audit }) {
  const { t } = useTranslation("audit");
  const start = useStartAudit();
  const [chosen, setChosen] = useState<Encodings>({});
  const readings = audit.names.filter(({ guessed, encoding }) => guessed || encoding !== "utf-8");
  if (readings.length === 0) return null;
  const hasChanged = readings.some(
    ({ archive, encoding }) => (chosen[archive] ?? encoding) !== encoding,
  );
  return (
    <section className={classes.mapping} aria-labelledby="names">
      <Title order={2} id="names">
        {t("names.title")}
      </Title>
      <p>{t("names.guessed")}</p>
      <ArchiveNames readings={readings} value={chosen} onChange={setChosen} />
      {start.error && <ProblemAlert error={start.error} />}
      <Button
        variant="default"
        disabled={!hasChanged}
        loading={start.isPending}
        onClick={() => {
          start.mutate({
            params: { path: { audit_id: audit.id } },
            body: { columns: audit.proposal?.columns ?? null, names: chosen },
          });
        }}
      >
        {t("names.start")}
      </Button>
    </section>
  );
}

/** Mapping of columns: requested if the table is not recognised, otherwise editable. */
function Mapping({ audit }: { audit: Audit }) {
  const { t } = useTranslation("audit");
  const [open, setOpen] = useState(false);
  const { proposal } = audit;
  if (!proposal) return null;
  const isAsked = proposal.columns === null;
  return (
    <section className={classes.mapping} aria-labelledby="mapping">
      <Title order={2} id="mapping">
        {t(isAsked ? "mapping.needed" : "mapping.title")}
      </Title>
      <p>{isAsked ? t("mapping.notRecognised", { reason: proposal.reason }) : t("mapping.used")}</p>
      {isAsked || open ? (
        <MappingForm audit={audit.id} table={proposal} />
      ) : (
        <Button
          variant="default"
          onClick={() => {
            setOpen(true);
          }}
        >
          {t("mapping.change")}
        </Button>
      )}
    </section>
  );
}

function DeleteButton({ audit }: { audit: Audit }) {
  const { t } = useTranslation("audit");
  const navigate = route.useNavigate();
  const remove = useDeleteAudit();
  return (
    <ConfirmButton
      variant="subtle"
      color="gray"
      label={t("delete.confirm")}
      consequences={t("delete.ask")}
      onConfirm={() =>
        remove
          .mutateAsync({ params: { path: { audit_id: audit.id } } })
          .then(() => navigate({ to: "/audits" }))
      }
    />
  );
}
