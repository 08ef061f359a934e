import { Button, Title } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "@/components/data-table";
import { PlainList } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { Badge } from "@/components/status-badge";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useUser } from "@/lib/session/session";

import { type StatusProblem, type WorkQueue, type SystemStatus, systemStatusOptions } from "../api";
import classes from "./status-page.module.css";

const REFRESH_MS = 15_000;
/** In the first seconds of a web process, the services are not checked yet. */
const UNTIL_CHECKED_MS = 1000;

/** State of services, disks and workers of the installation. */
export function StatusPage() {
  const { t } = useTranslation("system");
  const { format } = useLocale();
  const user = useUser();
  const { data } = useSuspenseQuery({
    ...systemStatusOptions,
    refetchInterval: ({ state }) => (state.data?.checked_at ? REFRESH_MS : UNTIL_CHECKED_MS),
  });
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead", { version: data.version })}
        actions={
          user.makes_projects && (
            <Button
              variant="default"
              renderRoot={(props) => <AppLink to={{ page: "installationSecurity" }} {...props} />}
            >
              {t("security")}
            </Button>
          )
        }
      />
      <Part id="problems" title={t("problems.title")}>
        <Problems problems={data.problems} />
        {data.checked_at && (
          <p>
            {t("checked")}
            {format.gap}
            <RelativeTime at={data.checked_at} />
          </p>
        )}
      </Part>
      <Part id="services" title={t("services.title")}>
        <Services status={data} />
      </Part>
      <Part id="backups" title={t("backups.title")}>
        <Backups backups={data.backups} />
      </Part>
      <Part id="queues" title={t("queues.title")}>
        <Queues queues={data.queues} />
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.part}>
      <Title order={2} mb="0.75rem" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Problems({ problems }: { problems: readonly StatusProblem[] }) {
  const { t } = useTranslation("system");
  if (problems.length === 0) {
    return (
      <Badge tone="good" icon={IconCheck}>
        {t("problems.none")}
      </Badge>
    );
  }
  return (
    <PlainList gap="0.5rem">
      {problems.map((problem) => (
        <li key={`${problem.code} ${problem.subject}`}>
          <Badge tone="warn" icon={IconAlertTriangle}>
            <ProblemText problem={problem} />
          </Badge>
        </li>
      ))}
    </PlainList>
  );
}

function ProblemText({ problem: { code, subject } }: { problem: StatusProblem }) {
  const { t } = useTranslation("system");
  if (code === "no_worker" || code === "late") {
    return t(`problems.${code}`, { queue: t(`queues.names.${subject as WorkQueue["name"]}`) });
  }
  if (code === "disk") {
    const folder = subject as SystemStatus["disks"][number]["folder"];
    return t("problems.disk", { folder: t(`services.folders.${folder}`) });
  }
  return t(`problems.${code}`);
}

interface Service {
  name: string;
  /** Null while that is not known. */
  works: boolean | null;
  detail: string;
}

function Services({ status }: { status: SystemStatus }) {
  const { t } = useTranslation("system");
  const { format } = useLocale();
  const isLow = (folder: string) =>
    status.problems.some(({ code, subject }) => code === "disk" && subject === folder);
  const services: Service[] = [
    // Without it there is no response at all.
    { name: t("services.database"), works: true, detail: "" },
    { name: t("services.broker"), works: status.broker, detail: "" },
    { name: t("services.storage"), works: status.storage, detail: "" },
    ...status.disks.map(({ folder, free, total }) => ({
      name: t(`services.folders.${folder}`),
      works: !isLow(folder),
      detail: t("services.free", { free: format.bytes(free), total: format.bytes(total) }),
    })),
  ];
  const columns: Column<Service>[] = [
    { key: "name", header: t("services.name"), cell: ({ name }) => name },
    {
      key: "works",
      header: t("services.state"),
      cell: ({ works }) =>
        works === null ? (
          t("services.checking")
        ) : (
          <Badge tone={works ? "good" : "warn"} icon={works ? IconCheck : IconAlertTriangle}>
            {t(works ? "services.working" : "services.failing")}
          </Badge>
        ),
    },
    { key: "detail", header: t("services.space"), cell: ({ detail }) => detail, numeric: true },
  ];
  return (
    <DataTable
      caption={t("services.title")}
      columns={columns}
      rows={services}
      rowKey={({ name }) => name}
    />
  );
}

function Backups({ backups }: { backups: SystemStatus["backups"] }) {
  const { t } = useTranslation("system");
  const { format } = useLocale();
  const { last } = backups;
  return (
    <>
      {last ? (
        <p>
          {t("backups.last")}
          {format.gap}
          <RelativeTime at={last.at} />
          {t("backups.size", { count: last.files, size: format.bytes(last.bytes) })}
        </p>
      ) : (
        <p>{t("backups.none")}</p>
      )}
      <p>{t(backups.scheduled ? "backups.scheduled" : "backups.unscheduled")}</p>
    </>
  );
}

function Queues({ queues }: { queues: readonly WorkQueue[] }) {
  const { t } = useTranslation("system");
  const { format } = useLocale();
  const columns: Column<WorkQueue>[] = [
    { key: "name", header: t("queues.name"), cell: ({ name }) => t(`queues.names.${name}`) },
    ...(["workers", "processes", "running", "waiting"] as const).map((key) => ({
      key,
      header: t(`queues.${key}`),
      cell: (queue: WorkQueue) => format.number(queue[key]),
      numeric: true,
    })),
    {
      key: "oldest",
      header: t("queues.oldest"),
      cell: ({ oldest_seconds: age }) => (age === null ? "–" : format.duration(age)),
      numeric: true,
    },
  ];
  return (
    <DataTable
      caption={t("queues.title")}
      columns={columns}
      rows={queues}
      rowKey={({ name }) => name}
    />
  );
}
