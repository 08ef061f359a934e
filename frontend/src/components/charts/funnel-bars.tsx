import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import type { LinkTarget } from "@/lib/routing/pages";

import { TextWithTerms } from "../glossary/with-terms";
import { MutedText, MutedNote } from "../layout/primitives";
import classes from "./funnel-bars.module.css";
import { percentInRange } from "./scale";

export interface FunnelRow {
  key: string;
  label: string;
  count: number;
  /** Link to the counted objects. */
  to?: LinkTarget;
  /** Removed rather than remaining: drawn in grey. */
  aside?: boolean;
}

export interface FunnelBarsProps {
  /** Name of the counted objects, for screen readers. */
  label: string;
  rows: readonly FunnelRow[];
  /** Heading above the bars: unit of the numbers and base of the shares; it may mark terms. */
  unit: string;
  /** Base of the shares; by default the first row. */
  total?: number;
}

/** Horizontal bars with counts and shares, with links to the counted objects. */
export function FunnelBars({ label, rows, unit, total = rows[0]?.count ?? 0 }: FunnelBarsProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const largest = Math.max(total, ...rows.map((row) => row.count), 1);
  return (
    <>
      <MutedNote mb="0.25rem" fz="0.9375rem" ta="end">
        <TextWithTerms text={unit} />
      </MutedNote>
      <ul className={classes.funnel} aria-label={label}>
        {rows.map((row) => {
          const share = total > 0 ? format.percent(row.count / total) : t("chart.noData");
          const body = (
            <>
              <span className={classes.label}>{row.label}</span>
              <span className={classes.track} aria-hidden="true">
                {row.count > 0 && (
                  <span
                    className={classes.bar}
                    data-aside={row.aside || undefined}
                    style={{ width: percentInRange(row.count, 0, largest) }}
                  />
                )}
              </span>
              <Box component="span" fw={600} ta="end">
                {format.number(row.count)}
              </Box>
              <MutedText ta="end">{share}</MutedText>
            </>
          );
          return (
            <li key={row.key}>
              {row.to ? (
                <AppLink to={row.to} className={classes.row}>
                  {body}
                </AppLink>
              ) : (
                <span className={classes.row}>{body}</span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
