import { Box } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import { DotInterval, type Reference } from "../charts/interval-bar";
import type { TermName } from "../glossary/term-name";
import { Term } from "../glossary/with-terms";
import { MutedText } from "../layout/primitives";
import { Badge } from "../status-badge";
import classes from "./agreement-dots.module.css";
import {
  type Agreement,
  axisStart,
  findEstimate,
  type FieldAgreement,
  MINIMUM_AGREEMENT_MEASURE,
  isSkewed,
  type Measure,
} from "./agreement";

/** Measures that the glossary explains. */
const TERMS: Partial<Record<Measure, TermName>> = {
  krippendorff_alpha: "krippendorff-alpha",
  percent: "percent-agreement",
};

type Row = Pick<FieldAgreement, "field" | "agreement"> &
  Partial<Pick<FieldAgreement, "floor" | "below_floor">> & {
    /** The value of all people, for comparison. */
    everybody?: Agreement;
  };

export interface AgreementDotsProps {
  rows: readonly Row[];
  /** Title of a field. */
  titleOf: (field: string) => string;
  measure?: Measure;
  /** With percent agreement and the distance metric. */
  detailed?: boolean;
  /** Link below the numbers of a field. */
  note?: (field: string) => ReactNode;
}

/**
 * One measure by field: a dot on its interval, with the floor or the value of all people as a
 * dotted line.
 */
export function AgreementDots({
  rows,
  titleOf,
  measure = MINIMUM_AGREEMENT_MEASURE,
  detailed = false,
  note,
}: AgreementDotsProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const start = axisStart(rows.map(({ agreement }) => findEstimate(agreement, measure)));
  const show = (value: number) =>
    measure === "percent" ? format.percent(value, 0) : format.decimal(value, 2);
  const term = TERMS[measure];
  const name = t(`agreement.measure.${measure}`);
  const withFloor = measure === MINIMUM_AGREEMENT_MEASURE;

  const references = ({ floor, everybody }: Row): Reference[] => {
    const all = everybody && findEstimate(everybody, measure).value;
    return [
      ...(withFloor && floor != null ? [{ value: floor, label: t("agreement.floor") }] : []),
      ...(all != null ? [{ value: all, label: t("agreement.everybody") }] : []),
    ];
  };

  return (
    <ul
      className={classes.rows}
      data-detailed={detailed || undefined}
      aria-label={t("agreement.label")}
    >
      {rows.map((row) => {
        const { agreement } = row;
        const estimate = findEstimate(agreement, measure);
        const percent = findEstimate(agreement, "percent").value;
        return (
          <li key={row.field} className={classes.row}>
            <Box component="span" fw={500}>
              {titleOf(row.field)}
              {detailed && (
                <span className={classes.note}>{t(`agreement.metric.${agreement.metric}`)}</span>
              )}
            </Box>
            {estimate.value === null ? (
              <MutedText>
                {estimate.undefined === "no_variation"
                  ? t("agreement.undefined.no_variation")
                  : t("agreement.undefined.no_pairs")}
              </MutedText>
            ) : (
              <DotInterval
                label={titleOf(row.field)}
                value={estimate.value}
                low={estimate.low}
                high={estimate.high}
                min={start}
                references={references(row)}
                formatValue={show}
              />
            )}
            <span className={classes.note}>
              {t("agreement.used", {
                used: format.number(agreement.used),
                total: format.number(agreement.total),
              })}
              {detailed && measure !== "percent" && percent !== null && (
                <> · {t("agreement.percent", { percent: format.percent(percent, 0) })}</>
              )}
              {detailed && measure !== "percent" && isSkewed(agreement) && (
                <Box component="span" display="block">
                  {t("agreement.skewed", { share: format.percent(agreement.commonest ?? 0, 0) })}
                </Box>
              )}
              {withFloor && row.below_floor && row.floor != null && (
                <Box component="span" display="block">
                  <Badge tone="warn" icon={IconAlertTriangle}>
                    {t("agreement.below", { floor: show(row.floor) })}
                  </Badge>
                </Box>
              )}
              {note?.(row.field)}
            </span>
          </li>
        );
      })}
      <li className={classes.axis}>
        <span className={classes.note}>{term ? <Term name={term}>{name}</Term> : name}</span>
        <span className={classes.ticks} aria-hidden="true">
          <span>{show(start)}</span>
          <span>{show((start + 1) / 2)}</span>
          <span>{show(1)}</span>
        </span>
      </li>
    </ul>
  );
}
