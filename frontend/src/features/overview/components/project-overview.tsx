import { Button, Stack, Title } from "@mantine/core";
import { IconUserPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FunnelBars } from "@/components/charts/funnel-bars";
import { NoWorkerNotice } from "@/components/filters/no-worker";
import { DEFAULT_INVITATION, useInvite, useRolesToInvite } from "@/components/invite/invite";
import { InviteDialog } from "@/components/invite/invite-dialog";
import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import { useJobs } from "@/lib/jobs/jobs";
import { mostImages } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";
import { useProject } from "@/lib/session/project";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import { type FunnelStep, LIVE_REFRESH_MS, overviewOptions } from "../api";
import { funnelRows, itemsAtMost } from "../links";
import { AgreementPart } from "./agreement-part";
import { ArchivedNotice } from "./archived";
import { ReleaseBlockers } from "./blocking";
import { JobsPart } from "./jobs-part";
import { AlsoToDo, NextStepBand, NextStepButton } from "./next-step-band";
import classes from "./overview.module.css";
import { OutlookPart } from "./outlook-part";
import { OverTimePart } from "./over-time-part";
import { SetupChecklist } from "./setup-checklist";
import { TakenOut } from "./taken-out";
import { WeekPart } from "./week-part";

/** State of the project: funnel, blocking checks, people at work, next step. */
export function ProjectOverview() {
  const { t } = useTranslation(["overview", "common"]);
  const { slug, name, archived } = useProject();
  const [inviting, setInviting] = useState(false);
  const invite = useInvite();
  const { data } = useSuspenseQuery({ ...overviewOptions(slug), refetchInterval: LIVE_REFRESH_MS });
  const jobs = useJobs(slug);
  const noWorker = jobs !== undefined && jobs.workers.length === 0;
  const isNew = data.funnel.every(({ count }) => count === 0);
  const mayInvite = useRolesToInvite().length > 0;
  const possible = [data.next, ...data.also].filter(({ kind }) => mayInvite || kind !== "invite");
  const [next = data.next, ...also] = possible;

  return (
    <>
      <PageHeader
        title={name}
        lead={t("lead")}
        actions={
          mayInvite &&
          !archived && (
            <Button
              variant="default"
              leftSection={<IconUserPlus size={18} />}
              onClick={() => {
                invite.reset();
                setInviting(true);
              }}
            >
              {t("common:invite.open")}
            </Button>
          )
        }
      />
      <InviteDialog
        opened={inviting}
        made={invite.data}
        onClose={() => {
          setInviting(false);
        }}
        next={
          data.setup.length > 0 &&
          next.kind === "import" && (
            <NextStepButton
              step={next}
              onClick={() => {
                setInviting(false);
              }}
            />
          )
        }
      />
      <Stack gap="lg">
        {noWorker && <NoWorkerNotice />}
        {jobs && <JobsPart slug={slug} jobs={jobs.jobs} />}
        {archived ? (
          <ArchivedNotice />
        ) : (
          <>
            <NextStepBand
              slug={slug}
              step={next}
              isInviting={invite.isPending}
              onInvite={() => {
                const params = { path: { slug } };
                invite.mutate(
                  { params, body: DEFAULT_INVITATION },
                  {
                    onSuccess: () => {
                      setInviting(true);
                    },
                  },
                );
              }}
            />
            {invite.error && <ProblemAlert error={invite.error} />}
            <SetupChecklist steps={data.setup} next={next} />
            {data.setup.length === 0 && <AlsoToDo steps={also} />}
          </>
        )}
      </Stack>
      {!isNew && (
        <>
          <div className={classes.columns}>
            <section aria-labelledby="funnel">
              <Title order={2} mb="0.75rem" id="funnel">
                {t("funnel.title")}
              </Title>
              <Funnel slug={slug} steps={data.funnel} />
              <TakenOut slug={slug} />
            </section>
            <Stack gap="2.25rem">
              {/* Without changes since the last release, none is next. */}
              {next.kind !== "evaluate" && <ReleaseBlockers slug={slug} found={data.blocking} />}
              <AgreementPart slug={slug} />
            </Stack>
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
  const stages = useStages();
  const text = useStageText();
  const rowsOf = (some: readonly FunnelStep[]) =>
    funnelRows(some, stages, ({ step, stage: id }) => {
      if (step !== "stage") return t(`funnel.step.${step}`);
      const stage = stages.find((one) => one.id === id);
      return t("funnel.step.stage", { stage: stage ? text(stage, "name") : "" });
    });
  if (most === 1) {
    return <FunnelBars label={t("funnel.title")} unit={t("funnel.unit")} rows={rowsOf(steps)} />;
  }
  // An item holds several images, so shares of images are no shares of items.
  return (
    <>
      <FunnelBars
        label={t("funnel.images")}
        unit={t("funnel.imagesUnit")}
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
        unit={t("funnel.itemsUnit")}
        rows={rowsOf(steps.filter(({ unit }) => unit === "items"))}
        total={itemsAtMost(steps, item.images)}
      />
    </>
  );
}
