import { Box, Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { createElement, useState } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { EmptyState } from "@/components/empty-state";
import { FilterProgress } from "@/components/filters/filter-progress";
import { RunFiltersButton } from "@/components/filters/run-filters";
import { type FilterJob, useFilters } from "@/components/filters/use-filters";
import { NoImagesNotice } from "@/components/no-images";
import { PageHeader } from "@/components/page-header";
import { stageIcon } from "@/components/stage-icon";
import { usePageTitle } from "@/lib/routing/page-title";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { type Stage, stagesOptions } from "@/lib/stages/stages";
import { useStageText } from "@/lib/stages/use-stages";

import { histogramOptions, previewOfRun, numericParameters } from "../api";
import { PreviewBanner } from "../components/preview-banner";
import { SlidersForm } from "../components/sliders-form";
import { ThresholdHistogram } from "../components/threshold";

const route = getRouteApi("/signed-in/projects/$slug/stages/$stage");

/** The page of a stage that measures images: its distribution, threshold and effects. */
export function StagePage() {
  const { t } = useTranslation("stages");
  const { slug, stage: id } = route.useParams();
  const { measure } = route.useSearch();
  const { data: stages } = useSuspenseQuery(stagesOptions(slug));
  const text = useStageText();
  const filters = useFilters(slug);
  const stage = stages.find((one) => one.id === id && one.kind === "image");
  usePageTitle(stage ? text(stage, "title") : "");
  if (!stage) {
    return <EmptyState title={t("unknown.title")}>{t("unknown.text", { stage: id })}</EmptyState>;
  }
  const header = { title: text(stage, "title"), lead: text(stage, "lead") };
  if (!stage.is_on) {
    return (
      <>
        <PageHeader {...header} />
        <EmptyState
          title={t("off.title")}
          action={
            <Button renderRoot={(props) => <AppLink to={{ page: "protocolEdit" }} {...props} />}>
              {t("off.action")}
            </Button>
          }
        >
          {t("off.text")}
        </EmptyState>
      </>
    );
  }
  if (!filters.hasImages) {
    return (
      <>
        <PageHeader {...header} />
        <NoImagesNotice />
      </>
    );
  }
  const chosen = stage.measures.find((one) => one.id === measure) ?? stage.measures[0];
  return chosen ? (
    <Measured
      key={`${stage.id} ${chosen.id}`}
      slug={slug}
      stage={stage}
      measureId={chosen.id}
      filters={filters}
    />
  ) : null;
}

function Measured({
  slug,
  stage,
  measureId,
  filters,
}: {
  slug: string;
  stage: Stage;
  measureId: string;
  filters: FilterJob;
}) {
  const { t } = useTranslation("stages");
  const go = useGoToPage();
  const text = useStageText();
  const { data: histogram } = useSuspenseQuery(histogramOptions(slug, stage.id, measureId));
  const [isOpen, setIsOpen] = useState(false);
  const preview = previewOfRun(histogram);
  const names = Object.keys(stage.sliders);
  const current = numericParameters(names, histogram.parameters);
  const measure = stage.measures.find((one) => one.id === measureId);
  const isMeasured = histogram.measured > 0;
  return (
    <>
      <PageHeader
        title={text(stage, "title")}
        lead={text(stage, "lead")}
        actions={
          <>
            {isMeasured && names.length > 0 && (
              <Button
                variant="subtle"
                aria-expanded={isOpen}
                onClick={() => {
                  setIsOpen(!isOpen);
                }}
              >
                {t("settings.title")}
              </Button>
            )}
            <RunFiltersButton filters={filters} variant="default" />
          </>
        }
      />
      <FilterProgress filters={filters} />
      {isOpen && (
        <SlidersForm
          key={preview?.id}
          slug={slug}
          stage={stage}
          current={current}
          start={preview ? numericParameters(names, preview.parameters) : current}
        />
      )}
      {preview && <PreviewBanner slug={slug} stage={stage} preview={preview} />}
      {stage.measures.length > 1 && (
        <Box mb="1.5rem">
          <ChipChoice
            label={t("measures")}
            withoutKeys
            options={stage.measures.map(({ id }) => ({
              value: id,
              label: text(stage, `measure.${id}`),
            }))}
            value={measureId}
            onChange={(next) => {
              const params = { stage: stage.id };
              go({ page: "stage", params, search: { measure: next } }, { replace: true });
            }}
          />
        </Box>
      )}
      {isMeasured && measure ? (
        <ThresholdHistogram
          key={`${String(histogram.threshold)} ${String(preview?.id)}`}
          slug={slug}
          stage={stage}
          measure={measure}
          current={histogram}
          preview={preview}
        />
      ) : (
        <EmptyState
          icon={createElement(stageIcon(stage.icon), { size: 40, stroke: 1.4 })}
          title={t("empty.title")}
          action={<RunFiltersButton filters={filters} />}
        >
          {t("empty.text")}
        </EmptyState>
      )}
    </>
  );
}
