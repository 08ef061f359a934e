import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import type { LinkTarget } from "@/lib/routing/pages";

import classes from "./heat-table.module.css";
import { positionInRange } from "./scale";

export interface HeatCell {
  value: number | null;
  /** Number of observations. */
  n?: number;
  /** n is too small to rely on the value, and is printed beside it. */
  few?: boolean;
  to?: LinkTarget;
  /** Shown instead of the value. */
  text?: string;
}

export interface HeatAxis {
  key: string;
  label: ReactNode;
}

export interface HeatTableProps {
  caption: string;
  rows: readonly HeatAxis[];
  columns: readonly HeatAxis[];
  cell: (row: string, column: string) => HeatCell;
  min?: number;
  max?: number;
  formatValue?: (value: number) => string;
}

/** A matrix with numbers and shading; a cell may link to its samples. */
export function HeatTable({
  caption,
  rows,
  columns,
  cell,
  min = 0,
  max = 1,
  formatValue,
}: HeatTableProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const show = formatValue ?? ((value: number) => format.percent(value));
  return (
    // It may be wider than the page: it scrolls, with keys too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.window} role="region" aria-label={caption} tabIndex={0}>
      <table className={classes.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {columns.map((column) => {
                const { value, n, few, to, text: given } = cell(row.key, column.key);
                const text = given ?? (value === null ? t("chart.noData") : show(value));
                const share = value === null ? 0 : positionInRange(value, min, max);
                return (
                  <td
                    key={column.key}
                    title={n === undefined ? undefined : t("chart.n", { n: format.number(n) })}
                    style={{ "--heat": `${String(Math.round(share * 45))}%` }}
                  >
                    {to ? <AppLink to={to}>{text}</AppLink> : text}
                    {few && value !== null && n !== undefined && (
                      <span className={classes.few}>{t("chart.n", { n: format.number(n) })}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
