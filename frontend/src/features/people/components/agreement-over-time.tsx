import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { axisStart, estimateOf, type Measure } from "@/components/agreement/agreement";
import { DotSeries } from "@/components/charts/dot-series";
import { useLocale } from "@/lib/i18n/use-locale";

import { overTimeOptions } from "../api";
import classes from "./people.module.css";

export interface AgreementOverTimeProps {
  slug: string;
  measure: Measure;
  titleOf: (field: string) => string;
}

/** One small chart a field, all on the same scale. */
export function AgreementOverTime({ slug, measure, titleOf }: AgreementOverTimeProps) {
  const { t } = useTranslation("people");
  const { format } = useLocale();
  const {
    data: { unit, periods },
  } = useSuspenseQuery(overTimeOptions(slug));
  const fields = Object.keys(periods[0]?.fields_measured ?? {});
  const series = fields.map((field) => ({
    field,
    points: periods.flatMap(({ begins, fields_measured: measured }) => {
      const agreement = measured[field];
      return agreement ? [{ begins, agreement, ...estimateOf(agreement, measure) }] : [];
    }),
  }));
  const min = axisStart(series.flatMap(({ points }) => points));
  const show = (value: number) =>
    measure === "percent" ? format.percent(value, 0) : format.number(value, 2);
  return (
    <>
      <p className={classes.none}>{t(`overTime.lead.${unit}`)}</p>
      <ul className={classes.multiples}>
        {series.map(({ field, points }) => (
          <li key={field}>
            <h3 className={classes.multipleTitle}>{titleOf(field)}</h3>
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
