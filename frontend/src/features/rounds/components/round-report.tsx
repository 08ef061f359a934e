import { Box } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { IntervalAxis, IntervalBar } from "@/components/charts/interval-bar";
import type { Round } from "@/components/rounds/rounds";
import { useLocale } from "@/lib/i18n/use-locale";

import type { RoundReport } from "../api";
import classes from "./rounds.module.css";

/** Results of a closed round. */
export function RoundReportView({
  report,
  kind,
}: {
  report: RoundReport;
  kind: Round["rules"]["kind"];
}) {
  const { t } = useTranslation("rounds");
  const { format } = useLocale();
  const { asked, passed, failed, human_average: average, human_best: best } = report;
  const facts = [
    t(kind === "answer" ? "report.questions" : "report.items", { count: asked }),
    t("report.passed", { count: passed }),
    t("report.failed", { count: failed }),
    report.answers == null ? "" : t("report.answers", { count: report.answers }),
    report.people == null ? "" : t("report.people", { count: report.people }),
    report.waived ? t("report.waived", { count: report.waived }) : "",
  ];
  return (
    <Box mt="0.25rem">
      <p className={classes.facts}>{facts.filter(Boolean).join(" · ")}</p>
      <dl className={classes.bars}>
        <dt>{t("report.share")}</dt>
        <dd>
          <IntervalBar
            label={t("report.share")}
            value={asked > 0 ? passed / asked : null}
            n={asked}
          />
        </dd>
        {average != null && (
          <>
            <dt>{t("report.human")}</dt>
            <dd>
              <IntervalBar
                label={t("report.human")}
                value={average}
                n={report.answers}
                references={
                  best == null
                    ? []
                    : [{ value: best, label: t("report.best", { value: format.percent(best) }) }]
                }
              />
              {best != null && (
                <span className={classes.facts}>
                  {t("report.best", { value: format.percent(best) })}
                </span>
              )}
            </dd>
          </>
        )}
        <dt aria-hidden="true" />
        <dd>
          <IntervalAxis withN />
        </dd>
      </dl>
    </Box>
  );
}
