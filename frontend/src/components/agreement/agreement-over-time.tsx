import { Box } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { DotSeries } from "@/components/charts/dot-series";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";

import { axisStart, findEstimate, type Measure, overTimeOptions } from "./agreement";
import classes from "./agreement-over-time.module.css";

/** It is slow to compute and changes slowly. */
const CALM_MS = 30_000;

export interface AgreementOverTimeProps {
  slug: string;
  measure: Measure;
  titleOf: (field: string) => string;
}

/** One small chart per field, all on the same scale. */
export function AgreementOverTime({ slug, measure, titleOf }: AgreementOverTimeProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const { time_zone: zone } = useProject();
  const {
    data: { unit, periods },
  } = useSuspenseQuery({ ...overTimeOptions(slug), refetchInterval: CALM_MS });
  const fields = Object.keys(periods[0]?.fields_measured ?? {});
  const series = fields.map((field) => ({
    field,
    points: periods.flatMap(({ begins, fields_measured: measured }) => {
      const agreement = measured[field];
      return agreement ? [{ begins, agreement, ...findEstimate(agreement, measure) }] : [];
    }),
  }));
  const min = axisStart(series.flatMap(({ points }) => points));
  const show = (value: number) =>
    measure === "percent" ? format.percent(value, 0) : format.decimal(value, 2);
  return (
    <>
      <Box component="p" c="dimmed">
        {t(`agreement.overTime.${unit}`, { zone })}
      </Box>
      <ul className={classes.multiples}>
        {series.map(({ field, points }) => (
          <li key={field}>
            <Box component="h3" m="0 0 0.9rem" fw={500} fz="1rem">
              {titleOf(field)}
            </Box>
            <DotSeries
              label={titleOf(field)}
              min={min}
              formatValue={show}
              points={points.map(({ begins, agreement, value, low, high }) => ({
                key: begins,
                label: format.day(begins),
                value,
                low,
                high,
                n: agreement.used,
              }))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
