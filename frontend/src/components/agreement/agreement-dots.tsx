import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import { DotInterval } from "../charts/interval-bar";
import { Badge } from "../status-badge";
import classes from "./agreement-dots.module.css";
import { axisStart, type FieldAgreement } from "./agreement";

export interface AgreementDotsProps {
  rows: readonly FieldAgreement[];
  /** What a field is called. */
  titleOf: (field: string) => string;
  /** With percent agreement and the measure behind each dot. */
  detailed?: boolean;
}

/** Krippendorff's alpha by field: a dot on its interval, the floor as a dotted line. */
export function AgreementDots({ rows, titleOf, detailed = false }: AgreementDotsProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const start = axisStart(rows);
  const show = (value: number) => format.number(value, 2);
  return (
    <ul
      className={classes.rows}
      data-detailed={detailed || undefined}
      aria-label={t("agreement.label")}
    >
      {rows.map((row) => (
        <li key={row.field} className={classes.row}>
          <span className={classes.title}>
            {titleOf(row.field)}
            {detailed && (
              <span className={classes.note}>{t(`agreement.metric.${row.metric}`)}</span>
            )}
          </span>
          {row.alpha === null ? (
            <span className={classes.undefined}>
              {row.undefined === "no_variation"
                ? t("agreement.undefined.no_variation")
                : t("agreement.undefined.no_pairs")}
            </span>
          ) : (
            <DotInterval
              label={titleOf(row.field)}
              value={row.alpha}
              low={row.low}
              high={row.high}
              min={start}
              references={
                row.floor === null ? [] : [{ value: row.floor, label: t("agreement.floor") }]
              }
              formatValue={show}
            />
          )}
          <span className={classes.note}>
            {t("agreement.used", {
              used: format.number(row.used),
              total: format.number(row.total),
            })}
            {detailed && row.percent !== null && (
              <> · {t("agreement.percent", { percent: format.percent(row.percent, 0) })}</>
            )}
            {row.below_floor && row.floor !== null && (
              <span className={classes.below}>
                <Badge tone="warn" icon={IconAlertTriangle}>
                  {t("agreement.below", { floor: show(row.floor) })}
                </Badge>
              </span>
            )}
          </span>
        </li>
      ))}
      <li className={classes.axis} aria-hidden="true">
        <span className={classes.note}>{t("agreement.axis")}</span>
        <span className={classes.ticks}>
          <span>{show(start)}</span>
          <span>{show((start + 1) / 2)}</span>
          <span>1</span>
        </span>
      </li>
    </ul>
  );
}
