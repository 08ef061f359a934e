import { Button, Group, MultiSelect, Select } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "@/components/data-table";
import { ProblemAlert } from "@/components/problem-alert";
import { filterOptions } from "@/lib/text-folding";

import { fileAddress, type AuditedTable, useStartAudit } from "../api";
import classes from "./mapping-form.module.css";

type Row = AuditedTable["rows"][number];

const EMPTY = { stem: "", options: [], labels: [], texts: [] };
const ONE = ["stem", "image", "key", "key_text", "id", "split"] as const;
const SEVERAL = ["options", "labels", "texts"] as const;

/** Form of the mapping of columns, with the first rows of the table. */
export function MappingForm({ audit, table }: { audit: number; table: AuditedTable }) {
  const { t } = useTranslation("audit");
  const start = useStartAudit();
  const form = useForm({
    initialValues: {
      id: null as string | null,
      image: null as string | null,
      key: null as string | null,
      key_text: null as string | null,
      split: null as string | null,
      ...(table.columns ?? table.guess ?? EMPTY),
    },
  });
  const columns: Column<Row>[] = table.names.map((name) => ({
    key: name,
    header: name,
    cell: (row) => row[name] ?? "",
  }));
  const isComplete = Boolean(form.values.stem) && form.values.options.length > 0;
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        start.mutate({ params: { path: { audit_id: audit } }, body: { columns: values } });
      })}
    >
      <DataTable
        caption={t("mapping.rows")}
        columns={columns}
        rows={table.rows}
        rowKey={(row) => table.rows.indexOf(row)}
      />
      <div className={classes.fields}>
        {ONE.map((part) => (
          <Select
            key={part}
            label={t(`mapping.${part}`)}
            data={table.names}
            searchable
            filter={filterOptions}
            clearable={part !== "stem"}
            required={part === "stem"}
            {...form.getInputProps(part)}
          />
        ))}
        {SEVERAL.map((part) => (
          <MultiSelect
            key={part}
            label={t(`mapping.${part}`)}
            description={part === "options" ? t("mapping.optionsHelp") : undefined}
            data={table.names}
            searchable
            filter={filterOptions}
            required={part === "options"}
            {...form.getInputProps(part)}
          />
        ))}
      </div>
      {start.error && <ProblemAlert error={start.error} />}
      <Group gap="0.5rem" align="stretch" mt="md">
        <Button type="submit" disabled={!isComplete} loading={start.isPending}>
          {t("mapping.start")}
        </Button>
        {table.columns && (
          <Button variant="default" component="a" href={fileAddress(audit, "yaml")}>
            {t("mapping.download")}
          </Button>
        )}
      </Group>
    </form>
  );
}
