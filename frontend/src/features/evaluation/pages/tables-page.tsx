import { Box, Button, Checkbox, Group, Stack } from "@mantine/core";
import { IconDownload, IconTable } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { ChipChoice } from "@/components/chip-choice";
import { CodeCopy } from "@/components/code-copy";
import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { MutedNote } from "@/components/layout/primitives";
import { useGoToPage } from "@/lib/routing/use-go";

import { type PaperTable, tablesOptions, tablesUrl } from "../api-scores";
import { EvaluationHeader } from "../components/evaluation-header";
import { ModelCards } from "../components/model-cards";
import { NothingReleased } from "../components/nothing-released";
import { PaperFigures } from "../components/paper-figures";
import { shortRevisionsIn } from "../revision";
import { TABLE_FORMATS, TABLE_LANGUAGES, type TablesSearch } from "../search";
import { useVersion } from "../use-version";
import classes from "./tables-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/tables");
const LANGUAGE_NAMES = { en: "English", zh: "中文" } as const;
const WORDS = { markdown: "Markdown", latex: "LaTeX", csv: "CSV" } as const;

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
  const go = useGoToPage();
  const { data: tables } = useSuspenseQuery(tablesOptions(slug, version, search));
  const format = search.format ?? "markdown";
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
      {tables.length === 0 && !search.complete ? (
        <EmptyState icon={<IconTable size={40} stroke={1.4} />} title={t("noScores.title")}>
          {t("noScores.text")}
        </EmptyState>
      ) : (
        <>
          <Group
            className="on-screen"
            gap="1rem 2rem"
            align="flex-end"
            justify="space-between"
            mb="1.75rem"
          >
            <ChipChoice
              label={t("tables.format")}
              options={TABLE_FORMATS.map((one) => ({ value: one, label: WORDS[one] }))}
              value={format}
              onChange={(chosen) => {
                show({ format: TABLE_FORMATS.find((one) => one === chosen) });
              }}
            />
            <ChipChoice
              label={t("tables.language")}
              options={[
                { value: "", label: t("tables.ofBenchmark") },
                ...TABLE_LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] })),
              ]}
              value={search.language ?? ""}
              onChange={(chosen) => {
                show({ language: TABLE_LANGUAGES.find((one) => one === chosen) });
              }}
            />
            <Checkbox
              label={t("tables.complete")}
              description={t("tables.completeHelp")}
              checked={search.complete ?? false}
              onChange={(event) => {
                show({ complete: event.currentTarget.checked || undefined });
              }}
            />
            <Button
              component="a"
              variant="default"
              href={tablesUrl(slug, version, format, search)}
              download
              leftSection={<IconDownload size={18} />}
            >
              {t("tables.download")}
            </Button>
          </Group>
          <Stack gap="2.5rem">
            {tables.map((table) => (
              <PrintedTable key={table.id} table={table} text={table.texts[format] ?? ""} />
            ))}
          </Stack>
        </>
      )}
      <Suspense>
        <PaperFigures slug={slug} version={version} printing={search} />
      </Suspense>
      {tables.length > 0 && (
        <Suspense>
          <ModelCards slug={slug} />
        </Suspense>
      )}
    </>
  );
}

/** A table as printed, and its text to copy. */
function PrintedTable({ table, text }: { table: PaperTable; text: string }) {
  const { t } = useTranslation("evaluation");
  const rows = table.groups.flatMap(({ title, rows: lines }, group) =>
    lines.map(({ name, figures, runs }, index) => ({
      key: `${String(group)} ${String(index)}`,
      group: index === 0 ? title : "",
      name,
      figures,
      runs,
    })),
  );
  return (
    <section aria-label={table.title}>
      <Box component="h2" m="0 0 0.5rem" fz="1.05rem">
        {table.title}
      </Box>
      <DataTable
        caption={table.title}
        rows={rows}
        rowKey={({ key }) => key}
        groupBefore={({ group }) => group}
        columns={[
          {
            key: "name",
            header: table.head,
            cell: ({ name, runs }) => (
              <span
                className={classes.name}
                title={runs.length > 0 ? t("tables.runs", { runs: runs.join(", ") }) : undefined}
              >
                <span title={name}>{shortRevisionsIn(name)}</span>
              </span>
            ),
          },
          ...table.columns.map((title, at) => ({
            key: `${String(at)} ${title}`,
            header: title,
            numeric: !table.text_columns[at],
            cell: ({ figures }: (typeof rows)[number]) =>
              figures[at] === "-" ? (
                "–"
              ) : (
                <Box className="nowrap" component="span">
                  {figures[at]}
                </Box>
              ),
          })),
        ]}
      />
      {table.note && <MutedNote mt="0.5rem">{table.note}</MutedNote>}
      <Box component="details" mt="0.75rem">
        <Box component="summary" c="var(--accent)">
          {t("tables.text")}
        </Box>
        <CodeCopy label={table.title}>{text}</CodeCopy>
      </Box>
    </section>
  );
}
