import { Box, Flex } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { DotInterval, IntervalAxis } from "@/components/charts/interval-bar";
import { MutedText } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";

import type { Difference } from "../api-scores";
import { isSignificant, differenceScaleHalfWidth } from "../differences";
import classes from "./difference-cells.module.css";

/** A difference as a dot on its interval, on a scale that `all` share. */
export function DifferenceDot({
  label,
  value,
  all,
}: {
  label: string;
  value: Difference;
  all: readonly Difference[];
}) {
  const { t } = useTranslation("evaluation");
  const signed = useSignedPoints();
  const reach = differenceScaleHalfWidth(all);
  return (
    <div className={classes.dot}>
      <DotInterval
        label={label}
        value={value.difference}
        low={value.interval?.[0] ?? null}
        high={value.interval?.[1] ?? null}
        min={-reach}
        max={reach}
        references={[{ value: 0, label: t("compare.none") }]}
        formatValue={signed}
      />
    </div>
  );
}

/** Heading of a column of differences, with their common scale. */
export function DifferenceHeader({
  title,
  all,
}: {
  title?: ReactNode;
  all: readonly Difference[];
}) {
  const { t } = useTranslation("evaluation");
  const signed = useSignedPoints();
  const reach = differenceScaleHalfWidth(all);
  return (
    <>
      {title ?? t("compare.difference")}
      <div className={classes.dot}>
        <IntervalAxis min={-reach} max={reach} formatValue={signed} />
      </div>
    </>
  );
}

/** p after Holm's correction; significant values are bold, small samples are marked. */
export function PValue({ value }: { value: Difference }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const p = value.p_adjusted;
  if (p === null) return <MutedText>–</MutedText>;
  const text =
    p < 0.001 ? t("compare.pBelow", { p: format.number(0.001, 3) }) : format.decimal(p, 3);
  return isSignificant(value) ? <strong>{text}</strong> : <span>{text}</span>;
}

/** Number of questions, with a note if they are few. */
export function QuestionCount({ value }: { value: Difference }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  return (
    <Flex display="inline-flex" component="span" gap="0.5rem" align="baseline">
      {format.number(value.n)}
      {value.small && value.n > 0 && (
        <Box component="span" c="var(--warn)" title={t("few.help")}>
          {t("few.word")}
        </Box>
      )}
    </Flex>
  );
}

/** A difference of shares in percentage points, with its sign. */
export function useSignedPoints(): (value: number) => string {
  const { format } = useLocale();
  return (value) => {
    const points = format.percent(Math.abs(value));
    if (value === 0) return points;
    return value > 0 ? `+${points}` : `−${points}`;
  };
}
