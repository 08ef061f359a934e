import { Title } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "@/components/data-table";
import { Badge } from "@/components/status-badge";
import { textFor } from "@/lib/i18n/texts";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";

import type { Leaderboard } from "../api";
import { METRICS } from "../metrics";
import { modelNameWithDetails, shortRevision } from "../revision";
import classes from "./leaderboard-table.module.css";
import { IncompleteBadge } from "./incomplete-badge";
import { OriginBadge } from "./origin-badge";

type OpenTask = Leaderboard["open_tasks"][number];
type Row = OpenTask["rows"][number];

/** Scores of the open tasks by metric: means over runs with their standard deviation. */
export function CaptionScores({ tasks }: { tasks: readonly OpenTask[] }) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  return tasks.map(({ id, title, metrics, rows }) => (
    <section key={id} aria-labelledby={`task-${id}`}>
      <Title order={2} size="h3" id={`task-${id}`} mt="xl" mb="xs">
        {pick(title)}
      </Title>
      <DataTable
        caption={pick(title)}
        rows={rows}
        rowKey={({ runs }) => runs.join()}
        columns={[
          {
            key: "model",
            header: t("model"),
            cell: (row) => (
              <span className={classes.model}>
                <span className={classes.name}>
                  {modelNameWithDetails(row.model, shortRevision(row.revision), row.parameters)}
                </span>
                <OriginBadge origin={row.origin} />
                {row.incomplete && <IncompleteBadge />}
                {row.identical && (
                  <Badge tone="warn" icon={IconCopy}>
                    {t("captions.identical")}
                  </Badge>
                )}
              </span>
            ),
          },
          {
            key: "runs",
            header: t("captions.runs"),
            cell: ({ runs }) =>
              runs.map((run, at) => (
                <Fragment key={run}>
                  {at > 0 && " "}
                  <AppLink to={{ page: "run", params: { id: String(run) } }}>{`#${run}`}</AppLink>
                </Fragment>
              )),
          },
          {
            key: "items",
            header: t("captions.items"),
            numeric: true,
            cell: ({ n }) => format.number(n),
          },
          ...metrics
            .filter((metric) => rows.some(({ means }) => means[metric] !== undefined))
            .map((metric): Column<Row> => ({
              key: metric,
              header: textFor(metric, METRICS, (known) => t(`metric.${known}`)),
              numeric: true,
              cell: ({ means, spreads }) => {
                const mean = means[metric];
                const spread = spreads[metric];
                if (mean === undefined) return "–";
                const figure = format.decimal(100 * mean, 1);
                return spread === undefined
                  ? figure
                  : `${figure}\u00a0±\u00a0${format.decimal(100 * spread, 1)}`;
              },
            })),
        ]}
      />
    </section>
  ));
}
