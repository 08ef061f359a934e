import { Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { FunnelBars } from "@/components/charts/funnel-bars";
import { HeatTable } from "@/components/charts/heat-table";
import { DataTable } from "@/components/data-table";
import { MutedNote } from "@/components/layout/primitives";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProject } from "@/lib/session/project";

import { type Release, type Statistics, statisticsOptions } from "../api";
import { useLabelAndTextTitles } from "../use-titles";
import classes from "./statistics-tab.module.css";

/** II-Bench's Table 1 and Figure 5, for this release. */
export function StatisticsTab({ release: { version } }: { release: Release }) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const { slug } = useProject();
  const titles = useLabelAndTextTitles(slug);
  const { data: statistics } = useSuspenseQuery(statisticsOptions(slug, version));
  const { items, images, questions } = statistics;
  const total = { split: t("total"), items, images, questions };
  return (
    <div className={classes.page}>
      <section className={classes.pair}>
        <div>
          <Title order={2} size="h3" mb="xs">
            {t("splits")}
          </Title>
          <DataTable
            caption={t("splits")}
            rowKey={({ split }) => split}
            rows={[...statistics.splits, total]}
            columns={[
              { key: "split", header: t("split"), cell: ({ split }) => split },
              ...(["items", "images", "questions"] as const).map((key) => ({
                key,
                header: t(key),
                numeric: true,
                cell: (row: typeof total) => format.number(row[key]),
              })),
            ]}
          />
        </div>
        <div>
          <Title order={2} size="h3" mb="xs">
            {t("lengths")}
          </Title>
          <DataTable
            caption={t("lengths")}
            rowKey={({ what }) => what}
            rows={statistics.lengths}
            columns={[
              { key: "what", header: t("text"), cell: titles.ofLength },
              {
                key: "mean",
                header: t("mean"),
                numeric: true,
                cell: ({ mean, unit }) =>
                  mean === null ? "–" : t(`unit.${unit}`, { mean: format.decimal(mean, 1) }),
              },
            ]}
          />
        </div>
      </section>
      <section className={classes.fields}>
        {statistics.fields.map((field) => (
          <div key={field.id}>
            <Title order={2} size="h3" mb="xs">
              {titles.ofField(field.id, field.title)}
            </Title>
            <FunnelBars
              label={titles.ofField(field.id, field.title)}
              unit={t("barsUnit")}
              total={field.choices.reduce((sum, choice) => sum + choice.items, 0)}
              rows={field.choices.map((choice) => ({
                key: choice.id,
                label: titles.ofChoice(field.id, choice.id, choice.title),
                count: choice.items,
              }))}
            />
          </div>
        ))}
      </section>
      {statistics.crossings.length > 0 && (
        <section>
          <Title order={2} size="h3" mb={4}>
            {t("crossings")}
          </Title>
          <MutedNote mb="md">{t("crossing")}</MutedNote>
          <div className={classes.crossings}>
            {statistics.crossings.map((crossing) => (
              <CrossingTable
                key={`${crossing.rows_field} ${crossing.columns_field}`}
                of={crossing}
                titles={titles}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

function CrossingTable({
  of: crossing,
  titles,
}: {
  of: Statistics["crossings"][number];
  titles: ReturnType<typeof useLabelAndTextTitles>;
}) {
  const { t } = useTranslation("releases");
  const { format } = useLocale();
  const rows = new Map(crossing.rows.map((row) => [row.id, row]));
  return (
    <HeatTable
      caption={t("by", {
        rows: titles.ofField(crossing.rows_field, crossing.rows_title),
        columns: titles.ofField(crossing.columns_field, crossing.columns_title),
      })}
      rows={crossing.rows.map(({ id, title }) => ({
        key: id,
        label: titles.ofChoice(crossing.rows_field, id, title),
      }))}
      columns={crossing.columns.map((title, index) => ({
        key: String(index),
        label: titles.ofCalled(crossing.columns_field, title),
      }))}
      cell={(row, column) => ({ value: rows.get(row)?.counts[Number(column)] ?? null })}
      max={Math.max(...crossing.rows.flatMap(({ counts }) => counts), 1)}
      formatValue={(value) => format.number(value)}
    />
  );
}
