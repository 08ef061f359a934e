import { Flex } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import classes from "./day-bars.module.css";
import { percentInRange } from "./scale";

export interface DayBarsProps {
  /** Person or subject of the counts. */
  label: string;
  /** As ISO dates, the earliest first. */
  days: readonly string[];
  /** One count per day. */
  counts: readonly number[];
  /** Count of a full bar, the same for a set of charts so that they can be compared. */
  max: number;
}

/** A column per day, as one of a set of small multiples. */
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
          <Flex key={day} component="span" direction="column" miw={0} title={spoken[at]}>
            <Flex component="span" align="flex-end" flex={1} mih={0}>
              <span
                className={classes.bar}
                style={{ height: percentInRange(counts[at] ?? 0, 0, Math.max(max, 1)) }}
              />
            </Flex>
            <span className={classes.name}>{format.weekday(day)}</span>
          </Flex>
        ))}
      </div>
    </div>
  );
}
