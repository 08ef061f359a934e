import { Box, Button, Group, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Histogram as Chart } from "@/components/charts/histogram";
import { MutedNote } from "@/components/layout/primitives";
import { ReasonDialog } from "@/components/reason-dialog";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { inUnit, type Stage } from "@/lib/stages/stages";
import { useStageText } from "@/lib/stages/use-stages";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type Histogram,
  histogramOptions,
  type StagePreview,
  useApplyThreshold,
  useThresholdEffects,
  useApplyStagePreview,
} from "../api";
import { stageCommands } from "../commands";
import { ImagesBesideThreshold } from "./side";
import classes from "./threshold.module.css";

/** The histogram of a measure with its threshold, and the images on both sides of it. */
export function ThresholdHistogram({
  slug,
  stage,
  measure,
  current: applied,
  preview,
}: {
  slug: string;
  stage: Stage;
  measure: Stage["measures"][number];
  current: Histogram;
  preview: StagePreview | undefined;
}) {
  const { t } = useTranslation("stages");
  const { format } = useLocale();
  const text = useStageText();
  const toasts = useToasts();
  const current = applied.threshold;
  const shown = useQuery(histogramOptions(slug, stage.id, measure.id, preview)).data ?? applied;
  const [line, setLine] = useState(current);
  const [settled, setSettled] = useState(current);
  const [asking, setAsking] = useState(false);
  const effects = useThresholdEffects(slug, stage.id, measure.id, settled, preview);
  const apply = useApplyThreshold();
  const applyPreview = useApplyStagePreview();
  const applying = preview ? applyPreview : apply;
  const isOther = preview !== undefined || settled !== current;
  const commands = useCommands(stageCommands, {
    apply: {
      run: () => {
        setAsking(true);
      },
      enabled: isOther && line === settled,
    },
  });
  const inWords = (value: number) => inUnit(value, measure.unit, format, 0);
  const changes = effects.data && (
    <>
      {t("back", { count: effects.data.back, number: format.number(effects.data.back) })}
      {", "}
      {t("go", { count: effects.data.go, number: format.number(effects.data.go) })}
    </>
  );

  return (
    <>
      <Chart
        label={t("distribution", {
          measure: text(stage, `measure.${measure.id}`),
          count: shown.measured,
          number: format.number(shown.measured),
        })}
        bins={shown.bins.map(({ low, high, count }) => ({ from: low, to: high, count }))}
        formatValue={inWords}
        scale="root"
        threshold={{
          value: line,
          step: measure.axis.step,
          excludes: measure.excludes === "below" ? "below" : "above",
          onChange: setLine,
          onSettled: setSettled,
          current,
        }}
      />
      <div className={classes.changes}>
        <div>
          <Box
            component="p"
            m={0}
            fz="1.125rem"
            fw={600}
            aria-live="polite"
            data-waiting={effects.isPlaceholderData || undefined}
          >
            {isOther ? changes : t("current", { threshold: inWords(current) })}
          </Box>
          <MutedNote mt="0.2rem">
            {shown.unmeasured > 0 &&
              t("unmeasured", {
                count: shown.unmeasured,
                number: format.number(shown.unmeasured),
              })}
            {format.gap}
            {(effects.data?.untouchable ?? 0) > 0 &&
              t("untouchable", {
                count: effects.data?.untouchable ?? 0,
                number: format.number(effects.data?.untouchable ?? 0),
              })}
          </MutedNote>
        </div>
        <Group gap="0.5rem" align="stretch">
          {settled !== current && (
            <Button
              variant="subtle"
              onClick={() => {
                setLine(current);
                setSettled(current);
              }}
            >
              {t("reset", { threshold: inWords(current) })}
            </Button>
          )}
          <CommandButton command={commands.apply} />
        </Group>
      </div>
      {effects.data ? (
        <div className={classes.sides} data-waiting={effects.isPlaceholderData || undefined}>
          <ImagesBesideThreshold
            title={t("passing", { threshold: inWords(settled) })}
            unit={measure.unit}
            images={effects.data.passing}
          />
          <ImagesBesideThreshold
            title={t("excluded", { threshold: inWords(settled) })}
            unit={measure.unit}
            images={effects.data.excluded}
          />
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
        title={t("apply.title", { threshold: inWords(settled) })}
        action={t("apply.action")}
        pending={applying.isPending}
        error={applying.error}
        onConfirm={(reason) => {
          const body = { measure: measure.id, threshold: settled, reason };
          const path = { slug, stage_id: stage.id };
          const done = {
            onSuccess: () => {
              setAsking(false);
              toasts.done(t("apply.done", { threshold: inWords(settled) }));
            },
          };
          if (preview) {
            applyPreview.mutate({ params: { path: { ...path, run_id: preview.id } }, body }, done);
          } else {
            apply.mutate({ params: { path }, body }, done);
          }
        }}
      >
        <Box component="p" m={0} fz="1.125rem" fw={600}>
          {changes}
        </Box>
      </ReasonDialog>
    </>
  );
}
