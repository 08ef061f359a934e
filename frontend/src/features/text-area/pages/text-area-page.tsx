import { Button, Skeleton } from "@mantine/core";
import { IconTextScan2 } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Histogram } from "@/components/charts/histogram";
import { EmptyState } from "@/components/empty-state";
import { FilterProgress } from "@/components/filters/filter-progress";
import { RunFiltersButton } from "@/components/filters/run-filters";
import { useFilters } from "@/components/filters/use-filters";
import { NoImages } from "@/components/no-images";
import { PageHeader } from "@/components/page-header";
import { ReasonDialog } from "@/components/reason-dialog";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { useToasts } from "@/lib/toasts/use-toasts";

import { histogramOptions, type TextHistogram, useApply, usePreview } from "../api";
import { binsOf } from "../bins";
import { textAreaCommands } from "../commands";
import { Side } from "../components/side";
import classes from "./text-area-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/text");
const STEP = 0.01;

export function TextAreaPage() {
  const { t } = useTranslation("text-area");
  const { slug } = route.useParams();
  const filters = useFilters(slug);
  const { data: histogram } = useSuspenseQuery(histogramOptions(slug));
  if (!filters.hasImages) {
    return (
      <>
        <PageHeader title={t("title")} lead={t("lead")} />
        <NoImages />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={<RunFiltersButton filters={filters} variant="default" />}
      />
      <FilterProgress filters={filters} />
      {histogram.measured === 0 ? (
        <EmptyState
          icon={<IconTextScan2 size={40} stroke={1.4} />}
          title={t("empty.title")}
          action={<RunFiltersButton filters={filters} />}
        >
          {t("empty.text")}
        </EmptyState>
      ) : (
        <Threshold key={histogram.threshold} slug={slug} histogram={histogram} />
      )}
    </>
  );
}

function Threshold({ slug, histogram }: { slug: string; histogram: TextHistogram }) {
  const { t } = useTranslation("text-area");
  const { format } = useLocale();
  const toasts = useToasts();
  const inForce = histogram.threshold;
  const [line, setLine] = useState(inForce);
  const [settled, setSettled] = useState(inForce);
  const [asking, setAsking] = useState(false);
  const preview = usePreview(slug, settled);
  const apply = useApply();
  const commands = useCommands(textAreaCommands, {
    apply: {
      run: () => {
        setAsking(true);
      },
      enabled: settled !== inForce && line === settled,
    },
  });
  const share = (value: number) => format.percent(value, 0);
  const changes = preview.data && (
    <>
      {t("back", { count: preview.data.back, number: format.number(preview.data.back) })}
      {", "}
      {t("go", { count: preview.data.go, number: format.number(preview.data.go) })}
    </>
  );

  return (
    <>
      <Histogram
        label={t("share", {
          count: histogram.measured,
          number: format.number(histogram.measured),
        })}
        bins={binsOf(histogram.counts)}
        formatValue={share}
        scale="root"
        threshold={{
          value: line,
          step: STEP,
          onChange: setLine,
          onSettled: setSettled,
          current: inForce,
        }}
      />
      <div className={classes.changes}>
        <div>
          <p
            className={classes.sentence}
            aria-live="polite"
            data-waiting={preview.isPlaceholderData || undefined}
          >
            {settled === inForce ? t("inForce", { threshold: share(inForce) }) : changes}
          </p>
          <p className={classes.note}>
            {histogram.unmeasured > 0 &&
              t("unmeasured", {
                count: histogram.unmeasured,
                number: format.number(histogram.unmeasured),
              })}{" "}
            {(preview.data?.untouchable ?? 0) > 0 &&
              t("untouchable", {
                count: preview.data?.untouchable ?? 0,
                number: format.number(preview.data?.untouchable ?? 0),
              })}
          </p>
        </div>
        <div className={classes.actions}>
          {settled !== inForce && (
            <Button
              variant="subtle"
              onClick={() => {
                setLine(inForce);
                setSettled(inForce);
              }}
            >
              {t("reset", { threshold: share(inForce) })}
            </Button>
          )}
          <CommandButton command={commands.apply} />
        </div>
      </div>
      {preview.data ? (
        <div className={classes.sides} data-waiting={preview.isPlaceholderData || undefined}>
          <Side title={t("below", { threshold: share(settled) })} images={preview.data.below} />
          <Side title={t("above", { threshold: share(settled) })} images={preview.data.above} />
        </div>
      ) : (
        <Skeleton height={320} />
      )}
      <ReasonDialog
        opened={asking}
        onClose={() => {
          apply.reset();
          setAsking(false);
        }}
        title={t("apply.title", { threshold: share(settled) })}
        action={t("apply.action")}
        pending={apply.isPending}
        error={apply.error}
        onConfirm={(reason) => {
          apply.mutate(
            { params: { path: { slug } }, body: { threshold: settled, reason } },
            {
              onSuccess: () => {
                setAsking(false);
                toasts.done(t("apply.done", { threshold: share(settled) }));
              },
            },
          );
        }}
      >
        <p className={classes.sentence}>{changes}</p>
      </ReasonDialog>
    </>
  );
}
