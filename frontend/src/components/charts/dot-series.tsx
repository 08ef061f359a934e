import { Flex } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./dot-series.module.css";
import { percentInRange } from "./scale";

export interface SeriesPoint {
  /** Unique key of the value, such as an ISO date. */
  key: string;
  /** Text for screen readers. */
  label: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  /** Number of observations. */
  n: number;
}

export interface DotSeriesProps {
  /** Name of the measure. */
  label: string;
  /** In order. */
  points: readonly SeriesPoint[];
  min?: number;
  max?: number;
  formatValue: (value: number) => string;
}

/** A value over time: dots on their intervals, with the first and last date below. */
export function DotSeries({ label, points, min = 0, max = 1, formatValue }: DotSeriesProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const spoken = points.map(({ label: name, value, low, high, n }) => {
    const text =
      value === null
        ? t("chart.noData")
        : low != null && high != null
          ? t("chart.interval", {
              value: formatValue(value),
              low: formatValue(low),
              high: formatValue(high),
            })
          : formatValue(value);
    return `${name}: ${text}, ${t("chart.n", { n: format.number(n) })}`;
  });
  const first = points[0];
  const last = points.at(-1);
  return (
    <div className={classes.series} role="img" aria-label={`${label}: ${spoken.join("; ")}`}>
      <Flex component="span" direction="column" justify="space-between" my="-0.75rem" ta="end">
        <span>{formatValue(max)}</span>
        <span>{formatValue(min)}</span>
      </Flex>
      <span className={classes.plot}>
        {points.map(({ key, value, low, high }, at) => (
          <span key={key} className={classes.point} title={spoken[at]}>
            {value !== null && low != null && high != null && (
              <span
                className={classes.interval}
                style={{
                  bottom: percentInRange(low, min, max),
                  height: percentInRange(Math.max(high, min) - Math.max(low, min), 0, max - min),
                }}
              />
            )}
            {value !== null && (
              <span className={classes.dot} style={{ bottom: percentInRange(value, min, max) }} />
            )}
          </span>
        ))}
      </span>
      <span className={classes.names}>
        {first && <span>{first.label}</span>}
        {last && last !== first && <span>{last.label}</span>}
      </span>
    </div>
  );
}
