import { Box, Group } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./histogram.module.css";
import { percentInRange, sliderKey, snapToStep } from "./scale";

export interface HistogramBin {
  from: number;
  to: number;
  count: number;
}

export interface HistogramProps {
  /** Name of the measure and of the counted objects: "Text area, 120 images". */
  label: string;
  bins: readonly HistogramBin[];
  formatValue?: (value: number) => string;
  /** Height of a bar by its count, or by its square root if one bin dwarfs the others. */
  scale?: "linear" | "root";
  /** A threshold line that can be moved by dragging or by the arrow keys. */
  threshold?: {
    value: number;
    step: number;
    /** The side drawn in grey; by default the values at or above the line. */
    excludes?: "above" | "below";
    /** Called while the line moves. */
    onChange: (value: number) => void;
    /** Called once the line stops, to ask the server. */
    onSettled?: (value: number) => void;
    /** A second, faint line: the current threshold. */
    current?: number;
  };
  height?: number;
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** A histogram with a threshold. One side of the line is drawn in grey. */
export function Histogram({
  label,
  bins,
  formatValue,
  scale = "linear",
  threshold,
  height = 180,
}: HistogramProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const plot = useRef<HTMLDivElement>(null);
  const show = formatValue ?? ((value: number) => format.number(value));
  const min = bins[0]?.from ?? 0;
  const max = bins.at(-1)?.to ?? 1;
  const heightOf = (count: number) => (scale === "root" ? Math.sqrt(count) : count);
  const most = Math.max(...bins.map(({ count }) => count), 1);
  const tallest = heightOf(most);
  const half = Math.round(most / (scale === "root" ? 4 : 2));
  const counts = half > 0 && half < most ? [most, half] : [most];

  const valueAt = (event: PointerEvent, step: number): number => {
    const box = plot.current?.getBoundingClientRect();
    if (!box || box.width === 0) return min;
    return snapToStep(min + ((event.clientX - box.left) / box.width) * (max - min), min, max, step);
  };

  const isExcluded = (bin: HistogramBin): boolean => {
    if (!threshold) return false;
    return threshold.excludes === "below" ? bin.to <= threshold.value : bin.from >= threshold.value;
  };

  const drag = threshold && {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      threshold.onChange(valueAt(event, threshold.step));
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) {
        threshold.onChange(valueAt(event, threshold.step));
      }
    },
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
      threshold.onSettled?.(valueAt(event, threshold.step));
    },
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!threshold) return;
    const next = sliderKey(event.key, { ...threshold, min, max });
    if (next === undefined) return;
    event.preventDefault();
    threshold.onChange(next);
    threshold.onSettled?.(next);
  };

  return (
    <figure className={classes.figure}>
      <Box component="figcaption" mb="2.1rem" c="dimmed">
        {label}
        {scale === "root" && <> · {t("chart.rootScale")}</>}
      </Box>
      <div
        ref={plot}
        className={classes.plot}
        style={{ height }}
        data-draggable={threshold ? true : undefined}
        {...drag}
      >
        {counts.map((count) => (
          <span
            key={count}
            className={classes.count}
            style={{ bottom: percentInRange(heightOf(count), 0, tallest) }}
            aria-hidden="true"
          >
            {format.number(count)}
          </span>
        ))}
        <div
          className={classes.bars}
          role="img"
          aria-label={bins
            .filter((bin) => bin.count > 0)
            .map((bin) => binLabel(bin))
            .join("; ")}
        >
          {bins.map((bin) => (
            <span
              key={bin.from}
              className={classes.bar}
              data-excluded={isExcluded(bin) || undefined}
              title={binLabel(bin)}
              style={{
                left: percentInRange(bin.from, min, max),
                width: percentInRange(bin.to - bin.from, 0, max - min),
                height: percentInRange(heightOf(bin.count), 0, tallest),
              }}
            />
          ))}
        </div>
        {threshold?.current !== undefined && threshold.current !== threshold.value && (
          <span
            className={classes.current}
            style={{ left: percentInRange(threshold.current, min, max) }}
            aria-hidden="true"
          />
        )}
        {threshold && (
          <div
            className={classes.threshold}
            style={{ left: percentInRange(threshold.value, min, max) }}
            role="slider"
            tabIndex={0}
            aria-label={t("chart.threshold")}
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={threshold.value}
            aria-valuetext={show(threshold.value)}
            onKeyDown={onKeyDown}
          >
            <span className={classes.grip}>{show(threshold.value)}</span>
          </div>
        )}
      </div>
      <Group
        className="tabular"
        gap={0}
        align="stretch"
        justify="space-between"
        wrap="nowrap"
        mt="0.25rem"
        ms="3rem"
        c="dimmed"
        aria-hidden="true"
      >
        {QUARTERS.map((share) => (
          <span key={share}>{show(min + share * (max - min))}</span>
        ))}
      </Group>
    </figure>
  );

  function binLabel(bin: HistogramBin): string {
    return t("chart.binLabel", {
      from: show(bin.from),
      to: show(bin.to),
      n: format.number(bin.count),
    });
  }
}
