import { Button, Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { FunnelBars } from "@/components/charts/funnel-bars";
import { EmptyState } from "@/components/empty-state";
import { NoWorker } from "@/components/filters/no-worker";
import { PageHeader } from "@/components/page-header";
import { isLive, useJobs } from "@/lib/jobs/jobs";
import { mostImages } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { type FunnelStep, LIVE_MS, overviewOptions } from "../api";
import { funnelRows, itemsAtMost } from "../links";
import { AgreementPart } from "./agreement-part";
import { Blocking } from "./blocking";
import { JobsPart } from "./jobs-part";
import { AlsoToDo, NextStepBand } from "./next-step-band";
import classes from "./overview.module.css";
import { OutlookPart } from "./outlook-part";
import { OverTimePart } from "./over-time-part";
import { TakenOut } from "./taken-out";
import { WeekPart } from "./week-part";

/** Where the project stands: the funnel, what blocks, who works, what to do now. */
export function ProjectOverview() {
  const { t } = useTranslation("overview");
  const { slug, name } = useProject();
  const { data } = useSuspenseQuery({ ...overviewOptions(slug), refetchInterval: LIVE_MS });
  const jobs = useJobs(slug);
  const noWorker = jobs !== undefined && jobs.workers.length === 0;
  const isNew = data.funnel.every(({ count }) => count === 0);
  const isComing = jobs?.jobs.some(({ status }) => isLive(status));

  return (
    <>
      <PageHeader title={name} lead={t("lead")} />
      <div className={classes.top}>
        {noWorker && <NoWorker />}
        {jobs && <JobsPart slug={slug} jobs={jobs.jobs} />}
        {!isNew && <NextStepBand step={data.next} />}
        {!isNew && <AlsoToDo steps={data.also} />}
      </div>
      {isNew ? (
        !isComing && (
          <EmptyState
            icon={<IconFileImport size={40} stroke={1.4} />}
            title={t("empty.title")}
            action={
              <Button
                size="md"
                renderRoot={(props) => <AppLink to={{ page: "import" }} {...props} />}
              >
                {t("empty.action")}
              </Button>
            }
          >
            {t("empty.text")}
          </EmptyState>
        )
      ) : (
        <>
          <div className={classes.columns}>
            <section aria-labelledby="funnel">
              <Title order={2} id="funnel">
                {t("funnel.title")}
              </Title>
              <Funnel slug={slug} steps={data.funnel} />
              <TakenOut slug={slug} />
            </section>
            <div className={classes.column}>
              <Blocking slug={slug} found={data.blocking} />
              <AgreementPart slug={slug} />
            </div>
          </div>
          <OutlookPart slug={slug} />
          <OverTimePart slug={slug} />
          <WeekPart slug={slug} />
        </>
      )}
    </>
  );
}

function Funnel({ slug, steps }: { slug: string; steps: readonly FunnelStep[] }) {
  const { t } = useTranslation("overview");
  const protocol = useProtocol(slug);
  const { item } = protocol;
  const most = mostImages(protocol);
  const rowsOf = (some: readonly FunnelStep[]) =>
    funnelRows(some, (step) => t(`funnel.step.${step}`));
  if (most === 1) {
    return <FunnelBars label={t("funnel.title")} rows={rowsOf(steps)} />;
  }
  // An item holds several images: shares of the one are no shares of the other.
  return (
    <>
      <FunnelBars
        label={t("funnel.images")}
        rows={rowsOf(steps.filter(({ unit }) => unit === "images"))}
      />
      <p className={classes.note}>
        {t(most === item.images ? "funnel.items" : "funnel.itemsRange", {
          count: most,
          least: item.images,
        })}
      </p>
      <FunnelBars
        label={t("funnel.itemsLabel")}
        rows={rowsOf(steps.filter(({ unit }) => unit === "items"))}
        total={itemsAtMost(steps, item.images)}
      />
    </>
  );
}
