import { Button, Skeleton } from "@mantine/core";
import { IconTextScan2 } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
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

import {
  histogramOptions,
  type TextHistogram,
  type Trial,
  trialOf,
  useApply,
  usePreview,
  useTrialApply,
} from "../api";
import { binsOf } from "../bins";
import { textAreaCommands } from "../commands";
import { ReadingForm } from "../components/reading-form";
import { Side } from "../components/side";
import { TrialBanner } from "../components/trial-banner";
import classes from "./text-area-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/text");
const STEP = 0.01;

export function TextAreaPage() {
  const { t } = useTranslation("text-area");
  const { slug } = route.useParams();
  const filters = useFilters(slug);
  const { data: histogram } = useSuspenseQuery(histogramOptions(slug));
  const trial = trialOf(histogram);
  const [isReading, setIsReading] = useState(false);
  if (!filters.hasImages) {
    return (
      <>
        <PageHeader title={t("title")} lead={t("lead")} />
        <NoImages />
      </>
    );
  }
  const isMeasured = histogram.measured > 0;
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            {isMeasured && (
              <Button
                variant="subtle"
                aria-expanded={isReading}
                onClick={() => {
                  setIsReading(!isReading);
                }}
              >
                {t("reading.open")}
              </Button>
            )}
            <RunFiltersButton filters={filters} variant="default" />
          </>
        }
      />
      <FilterProgress filters={filters} />
      {isReading && (
        <ReadingForm
          key={trial?.id}
          slug={slug}
          inForce={histogram}
          start={trial?.reading ?? histogram}
        />
      )}
      {trial && <TrialBanner slug={slug} trial={trial} />}
      {isMeasured ? (
        <Threshold
          key={`${String(histogram.threshold)} ${String(trial?.id)}`}
          slug={slug}
          inForce={histogram}
          trial={trial}
        />
      ) : (
        <EmptyState
          icon={<IconTextScan2 size={40} stroke={1.4} />}
          title={t("empty.title")}
          action={<RunFiltersButton filters={filters} />}
        >
          {t("empty.text")}
        </EmptyState>
      )}
    </>
  );
}

function Threshold({
  slug,
  inForce: rules,
  trial,
}: {
  slug: string;
  inForce: TextHistogram;
  trial: Trial | undefined;
}) {
  const { t } = useTranslation("text-area");
  const { format } = useLocale();
  const toasts = useToasts();
  const inForce = rules.threshold;
  const histogram = useQuery(histogramOptions(slug, trial)).data ?? rules;
  const [line, setLine] = useState(inForce);
  const [settled, setSettled] = useState(inForce);
  const [asking, setAsking] = useState(false);
  const preview = usePreview(slug, settled, trial);
  const apply = useApply();
  const applyTrial = useTrialApply();
  const applying = trial ? applyTrial : apply;
  const isOther = trial !== undefined || settled !== inForce;
  const commands = useCommands(textAreaCommands, {
    apply: {
      run: () => {
        setAsking(true);
      },
      enabled: isOther && line === settled,
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
            {isOther ? changes : t("inForce", { threshold: share(inForce) })}
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
          applying.reset();
          setAsking(false);
        }}
        title={t("apply.title", { threshold: share(settled) })}
        action={t("apply.action")}
        pending={applying.isPending}
        error={applying.error}
        onConfirm={(reason) => {
          const body = { threshold: settled, reason };
          const done = {
            onSuccess: () => {
              setAsking(false);
              toasts.done(t("apply.done", { threshold: share(settled) }));
            },
          };
          if (trial) {
            applyTrial.mutate({ params: { path: { slug, run_id: trial.id } }, body }, done);
          } else {
            apply.mutate({ params: { path: { slug } }, body }, done);
          }
        }}
      >
        <p className={classes.sentence}>{changes}</p>
      </ReasonDialog>
    </>
  );
}
