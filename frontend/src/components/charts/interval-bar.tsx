import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import { MutedText } from "../layout/primitives";
import classes from "./interval.module.css";
import { percentInRange } from "./scale";

export interface Reference {
  value: number;
  /** Such as "Human average"; shown on hover. */
  label: string;
}

export interface IntervalProps {
  /** Name of the measure and its subject. */
  label: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  min?: number;
  max?: number;
  /** Reference lines: a human average, chance, a threshold of the release checks. */
  references?: readonly Reference[];
  /** Number of observations. */
  n?: number;
  formatValue?: (value: number) => string;
}

/** A value as a bar with its confidence interval, and reference lines across. */
export function IntervalBar(props: IntervalProps) {
  return <Interval {...props} shape="bar" />;
}

/** A value as a dot on its interval: for values that have no natural zero, such as agreement. */
export function DotInterval(props: IntervalProps) {
  return <Interval {...props} shape="dot" />;
}

export interface IntervalAxisProps extends Pick<IntervalProps, "min" | "max" | "formatValue"> {
  /** The bars print the number of observations. */
  withN?: boolean;
}

/** The common scale of a list or column of bars: both ends and the middle. */
export function IntervalAxis({ min = 0, max = 1, formatValue, withN = false }: IntervalAxisProps) {
  const { format } = useLocale();
  const show = formatValue ?? ((number: number) => format.percent(number, 0));
  return (
    <div className={classes.row} aria-hidden="true">
      <span className={classes.axis}>
        <span>{show(min)}</span>
        {/* A short scale has no room for its middle. */}
        <Box component="span" visibleFrom="sm">
          {show((min + max) / 2)}
        </Box>
        <span>{show(max)}</span>
      </span>
      <Box component="span" miw="4rem" fw={600} ta="end" />
      {withN && <MutedText miw="4.5rem" />}
    </div>
  );
}

function Interval({
  label,
  value,
  low,
  high,
  min = 0,
  max = 1,
  references = [],
  n,
  formatValue,
  shape,
}: IntervalProps & { shape: "bar" | "dot" }) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const show = formatValue ?? ((number: number) => format.percent(number));
  const hasInterval = low != null && high != null;
  const text =
    value === null
      ? t("chart.noData")
      : hasInterval
        ? t("chart.interval", { value: show(value), low: show(low), high: show(high) })
        : show(value);
  const spoken = [label, text, n === undefined ? "" : t("chart.n", { n: format.number(n) })];
  return (
    <div className={classes.row}>
      <div
        className={classes.track}
        role="img"
        aria-label={spoken.filter(Boolean).join(": ")}
        title={text}
      >
        {references.map((reference) => (
          <span
            key={reference.label}
            className={classes.reference}
            title={`${reference.label}: ${show(reference.value)}`}
            style={{ left: percentInRange(reference.value, min, max) }}
          />
        ))}
        {value !== null && shape === "bar" && (
          <span className={classes.bar} style={{ width: percentInRange(value, min, max) }} />
        )}
        {value !== null && hasInterval && (
          <span
            className={classes.interval}
            data-shape={shape}
            style={{
              left: percentInRange(low, min, max),
              width: percentInRange(high - low, 0, max - min),
            }}
          />
        )}
        {value !== null && shape === "dot" && (
          <span className={classes.dot} style={{ left: percentInRange(value, min, max) }} />
        )}
      </div>
      <Box component="span" miw="4rem" fw={600} ta="end" aria-hidden="true">
        {value === null ? t("chart.noData") : show(value)}
      </Box>
      {n !== undefined && (
        <MutedText miw="4.5rem" aria-hidden="true">
          {t("chart.n", { n: format.number(n) })}
        </MutedText>
      )}
    </div>
  );
}
