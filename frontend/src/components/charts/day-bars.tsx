import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./day-bars.module.css";
import { percentOf } from "./scale";

export interface DayBarsProps {
  /** Whose, or of what. */
  label: string;
  /** As ISO dates, the earliest first. */
  days: readonly string[];
  /** One count a day. */
  counts: readonly number[];
  /** What a full bar is; the same for all of a set, so that they can be compared. */
  max: number;
}

/** A small column a day: one of a set of small multiples. */
export function DayBars({ label, days, counts, max }: DayBarsProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const spoken = days.map((day, at) =>
    t("chart.day", { day: format.day(day), n: format.number(counts[at] ?? 0) }),
  );
  return (
    <div className={classes.chart} role="img" aria-label={`${label}: ${spoken.join("; ")}`}>
      <span className={classes.scale} title={t("chart.perDay")}>
        <span>{format.number(Math.max(max, 1))}</span>
        <span>0</span>
      </span>
      <div className={classes.bars}>
        {days.map((day, at) => (
          <span key={day} className={classes.day} title={spoken[at]}>
            <span className={classes.track}>
              <span
                className={classes.bar}
                style={{ height: percentOf(counts[at] ?? 0, 0, Math.max(max, 1)) }}
              />
            </span>
            <span className={classes.name}>{format.weekday(day)}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
