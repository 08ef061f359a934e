import { Button } from "@mantine/core";
import { IconDownload, IconTable } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { CodeCopy } from "@/components/code-copy";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { useGo } from "@/lib/routing/use-go";

import { type PaperTable, tablesOptions, tablesUrl } from "../api-scores";
import { EvaluationHeader } from "../components/evaluation-header";
import { NothingReleased } from "../components/nothing-released";
import { TABLE_FORMATS, type TablesSearch } from "../search";
import { useVersion } from "../use-version";
import classes from "./tables-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/tables");
const WORDS = { md: "Markdown", tex: "LaTeX", csv: "CSV" } as const;

export function TablesPage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { version, versions } = useVersion(slug, search.version);
  if (version === undefined) return <NothingReleased part="evaluationTables" />;
  return <Tables slug={slug} version={version} versions={versions} search={search} />;
}

function Tables({
  slug,
  version,
  versions,
  search,
}: {
  slug: string;
  version: string;
  versions: readonly string[];
  search: TablesSearch;
}) {
  const { t } = useTranslation("evaluation");
  const go = useGo();
  const { data: tables } = useSuspenseQuery(tablesOptions(slug, version));
  const format = search.format ?? "md";
  const show = (change: TablesSearch) => {
    go({ page: "evaluationTables", search: { ...search, ...change } }, { replace: true });
  };
  return (
    <>
      <EvaluationHeader
        part="evaluationTables"
        version={version}
        versions={versions}
        onVersion={(chosen) => {
          show({ version: chosen });
        }}
      />
      {tables.length === 0 ? (
        <EmptyState icon={<IconTable size={40} stroke={1.4} />} title={t("noScores.title")}>
          {t("noScores.text")}
        </EmptyState>
      ) : (
        <>
          <div className={classes.tools}>
            <ChipChoice
              label={t("tables.format")}
              options={TABLE_FORMATS.map((one) => ({ value: one, label: WORDS[one] }))}
              value={format}
              onChange={(chosen) => {
                show({ format: TABLE_FORMATS.find((one) => one === chosen) });
              }}
            />
            <Button
              component="a"
              variant="default"
              href={tablesUrl(slug, version, format)}
              download
              leftSection={<IconDownload size={18} />}
            >
              {t("tables.download")}
            </Button>
          </div>
          <div className={classes.tables}>
            {tables.map((table) => (
              <PrintedTable key={table.id} table={table} text={table.texts[format] ?? ""} />
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** A table as it will look, and its text to take along. */
function PrintedTable({ table, text }: { table: PaperTable; text: string }) {
  const { t } = useTranslation("evaluation");
  const rows = table.groups.flatMap(({ title, rows: lines }, group) =>
    lines.map(({ name, values, figures }, index) => ({
      key: `${String(group)} ${String(index)}`,
      group: index === 0 ? title : "",
      name,
      values,
      figures,
    })),
  );
  return (
    <section aria-label={table.title}>
      <h2 className={classes.title}>{table.title}</h2>
      <DataTable
        caption={table.title}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          {
            key: "name",
            header: table.head,
            cell: ({ group, name }) => (
              <>
                {group && <span className={classes.group}>{group}</span>}
                {name}
              </>
            ),
          },
          ...table.columns.map((title, at) => ({
            key: `${String(at)} ${title}`,
            header: title,
            numeric: true,
            cell: ({ values, figures }: (typeof rows)[number]) =>
              values[at] == null ? "–" : <span className={classes.figure}>{figures[at]}</span>,
          })),
        ]}
      />
      <details className={classes.text}>
        <summary>{t("tables.text")}</summary>
        <CodeCopy label={table.title}>{text}</CodeCopy>
      </details>
    </section>
  );
}
