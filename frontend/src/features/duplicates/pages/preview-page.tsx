import { Box, Group, Title } from "@mantine/core";
import { IconEqual } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { EmptyState } from "@/components/empty-state";
import { NoWorkerNotice } from "@/components/filters/no-worker";
import { ParameterForm, useParameterJob } from "@/components/filters/parameter-form";
import { MutedNote, PlainList } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { ReasonDialog } from "@/components/reason-dialog";
import { ImageStatusBadge } from "@/components/image-status";
import { ShowMore } from "@/components/show-more";
import { loadedRows } from "@/lib/api/keyset";
import { CommandButton } from "@/lib/commands/command-button";
import type { Command } from "@/lib/commands/types";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { hasWorker, useJobs } from "@/lib/jobs/jobs";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type ChangeKind,
  parametersOptions,
  type DuplicatePreview,
  previewsOptions,
  useApplyDuplicatePreview,
  useBeginDuplicatePreview,
  usePreviewChanges,
} from "../api";
import { previewCommands } from "../commands";
import { LinkedImage, otherImageOfChange, PairRow } from "../components/pair-row";

const route = getRouteApi("/signed-in/projects/$slug/duplicates/parameters");
const KIND = "curation.preview";
const CERTAINTY = { min: 0.5, max: 1, step: 0.01 };
const CHANGES: readonly ChangeKind[] = ["goes", "back", "moves", "stays"];

/** The duplicates filter with other parameters: a preview, then applied with a reason. */
export function PreviewPage() {
  const { t } = useTranslation("duplicates");
  const { format } = useLocale();
  const { slug } = route.useParams();
  const toasts = useToasts();
  const { data: inForce } = useSuspenseQuery(parametersOptions(slug));
  const { data: previews } = useQuery(previewsOptions(slug));
  const latest = previews?.results[0];
  const jobs = useJobs(slug);
  const running = useParameterJob(slug, KIND);
  const [certainty, setCertainty] = useState(latest?.certainty ?? inForce.certainty);
  const [asking, setAsking] = useState(false);
  const begin = useBeginDuplicatePreview();
  const apply = useApplyDuplicatePreview();
  const finished = latest?.status === "finished" && !running.isRunning ? latest : undefined;
  const share = (value: number) => format.percent(value, 0);

  const commands = useCommands(previewCommands, {
    show: {
      run: () => {
        begin.mutate({ params: { path: { slug } }, body: { certainty } });
      },
      enabled: !running.isRunning && !begin.isPending,
    },
    apply: {
      run: () => {
        setAsking(true);
      },
      enabled: finished !== undefined && !finished.overtaken,
    },
  });

  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "duplicates" }}>{t("title")}</AppLink>}
        title={t("preview.title")}
        lead={t("preview.lead")}
      />
      {!hasWorker(jobs, "curation") && <NoWorkerNotice />}
      <ParameterForm
        parameters={[
          {
            label: t("preview.certainty"),
            shown: share(certainty),
            help: t("preview.certaintyHelp"),
            range: CERTAINTY,
            value: certainty,
            onChange: setCertainty,
          },
        ]}
        inForce={t("preview.inForce", { certainty: share(inForce.certainty) })}
        show={commands.show}
        begin={begin}
        running={running}
        jobTitle={t("preview.job")}
      />
      {finished && (
        <Found
          key={finished.id}
          slug={slug}
          preview={finished}
          apply={commands.apply}
          applied={!apply.isError && apply.variables?.params.path.run_id === finished.id}
        />
      )}
      {finished && (
        <ReasonDialog
          opened={asking}
          onClose={() => {
            apply.reset();
            setAsking(false);
          }}
          title={t("preview.apply.title", { certainty: share(finished.certainty) })}
          action={t("preview.apply.action")}
          pending={apply.isPending}
          error={apply.error}
          onConfirm={(reason) => {
            apply.mutate(
              { params: { path: { slug, run_id: finished.id } }, body: { reason } },
              {
                onSuccess: ({ counts }) => {
                  const done = counts as { excluded: number; restored: number };
                  setAsking(false);
                  toasts.done(
                    t("preview.apply.done", {
                      excluded: format.number(done.excluded),
                      restored: format.number(done.restored),
                    }),
                  );
                },
              },
            );
          }}
        >
          <Counts preview={finished} />
          <MutedNote mt="0.35rem" maw="62ch">
            {t("preview.apply.follows")}
          </MutedNote>
        </ReasonDialog>
      )}
    </>
  );
}

function Counts({ preview }: { preview: DuplicatePreview }) {
  const { t } = useTranslation("duplicates");
  const { format } = useLocale();
  return (
    <PlainList className="tabular" m="0.5rem 0 0">
      {CHANGES.filter((change) => (preview.counts[change] ?? 0) > 0).map((change) => {
        const count = preview.counts[change] ?? 0;
        return (
          <li key={change}>
            {t(`preview.counts.${change}`, { count, number: format.number(count) })}
          </li>
        );
      })}
    </PlainList>
  );
}

interface FoundProps {
  slug: string;
  preview: DuplicatePreview;
  apply: Command;
  /** The preview has been applied or is being applied. */
  applied: boolean;
}

function Found({ slug, preview, apply, applied }: FoundProps) {
  const { t } = useTranslation(["duplicates", "common"]);
  const { format } = useLocale();
  const [shown, setShown] = useState<ChangeKind | "all">("all");
  const change = shown === "all" ? undefined : shown;
  const list = usePreviewChanges(slug, preview.id, change, !applied);
  const there = CHANGES.filter((change) => (preview.counts[change] ?? 0) > 0);
  const rows = loadedRows(list.data);
  return (
    <section>
      <Group align="flex-end" justify="space-between" mt="xl">
        <div>
          <Title order={2}>
            {t("preview.of", { certainty: format.percent(preview.certainty, 0) })}
          </Title>
          <Counts preview={preview} />
        </div>
        <CommandButton command={apply} />
      </Group>
      {preview.overtaken && (
        <Box component="p" maw="62ch" c="var(--warn)">
          {t("preview.overtaken")}
        </Box>
      )}
      {there.length === 0 ? (
        <EmptyState icon={<IconEqual size={40} stroke={1.4} />} title={t("preview.nothing")}>
          {t("preview.nothingText")}
        </EmptyState>
      ) : (
        <>
          {there.length > 1 && (
            <Box mt="md">
              <ChipChoice
                label={t("preview.filter")}
                hideLabel
                withoutKeys
                options={[
                  { value: "all", label: t("preview.all") },
                  ...there.map((change) => ({
                    value: change,
                    label: t(`preview.change.${change}`),
                  })),
                ]}
                value={shown}
                onChange={setShown}
              />
            </Box>
          )}
          <PlainList gap="0.25rem" maw="none" m="1rem 0 0" aria-busy={list.isPending}>
            {rows.map((row) => {
              const other = otherImageOfChange(row);
              return (
                <PairRow
                  key={row.id}
                  one={row.image}
                  relation={t(row.change === "back" ? "preview.copyUntil" : "preview.copyOf")}
                  other={other && <LinkedImage image={other} />}
                >
                  <strong>{t(`preview.change.${row.change}`)}</strong>
                  <ImageStatusBadge status={row.image.status} />
                  {row.certainty != null && (
                    <span>{t("measured", { certainty: format.percent(row.certainty) })}</span>
                  )}
                </PairRow>
              );
            })}
          </PlainList>
          <ShowMore list={list} />
        </>
      )}
    </section>
  );
}
