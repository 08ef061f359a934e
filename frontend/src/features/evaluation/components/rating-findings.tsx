import { Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { StatNumber } from "@/components/stat-number";
import { useLocale } from "@/lib/i18n/use-locale";

import type { RatingDetail, RatingFindings } from "../api-ratings";
import { METRICS } from "../metrics";
import { useRunName } from "../run-name";

type Correlation = RatingFindings["correlations"][number];

/** Means by scale and label, agreement of people, and of judge models with people. */
export function RatingFindingsView({
  task,
  findings,
}: {
  task: RatingDetail;
  findings: RatingFindings;
}) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const nameOf = useRunName();
  const mean = (value: number | null) => (value === null ? "–" : format.decimal(value, 2));
  const share = (value: number | null) => (value === null ? "–" : format.percent(value));
  const metricOrJudge = (name: string) => {
    const metric = METRICS.find((known) => known === name);
    return metric ? t(`metric.${metric}`) : name;
  };
  const coefficient = (found: Correlation["pearson"]) =>
    found
      ? `${mean(found.value)} ${t("ratings.interval", { low: mean(found.low), high: mean(found.high) })}`
      : "–";
  return (
    <Stack component="section" gap="1.25rem" maw="60rem" mt="2.5rem" aria-labelledby="findings">
      <Title order={2} size="h3" id="findings">
        {t("ratings.findings")}
      </Title>
      <Group gap="1rem 2.75rem" align="stretch">
        <StatNumber
          value={t("runs.of", {
            done: format.number(findings.marked),
            total: format.number(task.size),
          })}
          label={t("ratings.marked")}
        />
      </Group>
      {findings.scales
        .filter(({ overall }) => overall.n > 0)
        .map((found) => {
          const scale = task.scales.find(({ id }) => id === found.scale);
          const rows = task.labels.flatMap(({ field, title, choices }) =>
            choices.map((choice) => ({
              key: `${field} ${choice.id}`,
              label: `${pick(title)} · ${pick(choice.title)}`,
              tally: found.slices[field]?.[choice.id],
            })),
          );
          return (
            <Stack key={found.scale} gap="0.75rem">
              <Group gap="1rem 2.75rem" align="stretch">
                <StatNumber
                  value={mean(found.overall.mean)}
                  label={t("ratings.mean", { scale: scale ? pick(scale.title) : found.scale })}
                />
                {found.agreement && (
                  <>
                    <StatNumber
                      value={share(found.agreement.percent)}
                      label={t("ratings.agreement")}
                    />
                    <StatNumber value={mean(found.agreement.alpha)} label={t("errors.alpha")} />
                  </>
                )}
              </Group>
              {rows.length > 0 && (
                <DataTable
                  caption={t("ratings.byLabel")}
                  rows={rows}
                  rowKey={({ key }) => key}
                  columns={[
                    { key: "label", header: t("slices.by"), cell: ({ label }) => label },
                    {
                      key: "n",
                      header: t("ratings.size"),
                      numeric: true,
                      cell: ({ tally }) => format.number(tally?.n ?? 0),
                    },
                    {
                      key: "mean",
                      header: t("ratings.meanShort"),
                      numeric: true,
                      cell: ({ tally }) => mean(tally?.mean ?? null),
                    },
                  ]}
                />
              )}
            </Stack>
          );
        })}
      {findings.judges.length > 0 && (
        <Part title={t("ratings.judges")}>
          <DataTable
            caption={t("ratings.judges")}
            rows={findings.judges}
            rowKey={({ run }) => run.id}
            columns={[
              { key: "judge", header: t("ratings.judgeModel"), cell: ({ run }) => nameOf(run) },
              {
                key: "mean",
                header: t("ratings.meanShort"),
                numeric: true,
                cell: ({ overall }) => mean(overall.mean),
              },
              {
                key: "equal",
                header: t("ratings.equal"),
                numeric: true,
                cell: ({ consistency }) => share(consistency.equal),
              },
              {
                key: "within",
                header: t("ratings.withinOne"),
                numeric: true,
                cell: ({ consistency }) => share(consistency.within_one),
              },
              {
                key: "rank",
                header: t("ratings.rank"),
                numeric: true,
                cell: ({ consistency }) => mean(consistency.rank_correlation),
              },
            ]}
          />
        </Part>
      )}
      {findings.sets.length > 0 && (
        <Part title={t("ratings.sets")}>
          <DataTable
            caption={t("ratings.sets")}
            rows={findings.sets}
            rowKey={({ set, scale, n }) => `${set} ${scale} ${String(n)}`}
            columns={[
              { key: "set", header: t("ratings.set"), cell: ({ set }) => set },
              {
                key: "scale",
                header: t("ratings.scale"),
                cell: ({ scale }) =>
                  pick(task.scales.find(({ id }) => id === scale)?.title) || scale,
              },
              {
                key: "n",
                header: "n",
                numeric: true,
                cell: ({ n }) => (n === null ? t("ratings.published") : format.number(n)),
              },
              {
                key: "mean",
                header: t("ratings.meanShort"),
                numeric: true,
                cell: (row) => mean(row.mean),
              },
            ]}
          />
        </Part>
      )}
      {findings.correlations.length > 0 && (
        <Part title={t("ratings.correlations")}>
          <DataTable
            caption={t("ratings.correlations")}
            rows={findings.correlations}
            rowKey={({ scale, metric }) => `${scale} ${metric}`}
            columns={[
              {
                key: "scale",
                header: t("ratings.scale"),
                cell: ({ scale }) =>
                  pick(task.scales.find(({ id }) => id === scale)?.title) || scale,
              },
              {
                key: "metric",
                header: t("ratings.metric"),
                cell: ({ metric }) => metricOrJudge(metric),
              },
              { key: "n", header: "n", numeric: true, cell: ({ n }) => format.number(n) },
              ...(["pearson", "spearman", "kendall"] as const).map((name) => ({
                key: name,
                header: t(`ratings.${name}`),
                numeric: true,
                cell: (row: Correlation) => coefficient(row[name]),
              })),
            ]}
          />
        </Part>
      )}
    </Stack>
  );
}

/** A table with its title in sight: its caption is read by screen readers only. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="0.75rem">
      <Title order={3} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
