import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ProblemAlert } from "@/components/problem-alert";
import type { SecurityEventKind, SecuritySearch } from "@/components/security/search";
import { eventsCsvUrl, securitySearch } from "@/components/security/search";
import { SecurityEvents } from "@/components/security/security-events";
import { loadedRows } from "@/lib/api/keyset";

import type { useInstallationEvents, useProjectEvents } from "../api";

interface FiltersProps {
  search: SecuritySearch;
  kinds: readonly SecurityEventKind[];
  people: readonly { id: number; name: string }[];
  onChange: (search: SecuritySearch) => void;
}

/** Filters of a security record, kept in the URL. */
function Filters({ search, kinds, people, onChange }: FiltersProps) {
  const { t } = useTranslation("security");
  const show = (next: Record<string, string>) => {
    onChange(securitySearch({ ...search, ...next }));
  };
  return (
    <Group gap="0.75rem 1rem" align="stretch" mb="lg">
      <NativeSelect
        label={t("event")}
        value={search.kind ?? ""}
        onChange={(event) => {
          show({ kind: event.currentTarget.value });
        }}
        data={[
          { value: "", label: t("everything") },
          ...kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
      />
      <NativeSelect
        label={t("person")}
        value={String(search.person ?? "")}
        onChange={(event) => {
          show({ person: event.currentTarget.value });
        }}
        data={[
          { value: "", label: t("everyone") },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextInput
        type="date"
        label={t("since")}
        value={search.since ?? ""}
        onChange={(event) => {
          show({ since: event.currentTarget.value });
        }}
      />
      <TextInput
        type="date"
        label={t("until")}
        value={search.until ?? ""}
        onChange={(event) => {
          show({ until: event.currentTarget.value });
        }}
      />
    </Group>
  );
}

/** Download of what the filters show. */
function CsvButton({ base, search }: { base: string; search: SecuritySearch }) {
  const { t } = useTranslation("security");
  return (
    <Button
      component="a"
      variant="default"
      href={eventsCsvUrl(base, search)}
      download
      leftSection={<IconDownload size={18} />}
    >
      {t("download")}
    </Button>
  );
}

interface RecordPageProps extends FiltersProps {
  lead: string;
  back?: ComponentProps<typeof PageHeader>["back"];
  /** Address of the record, for its download. */
  base: string;
  list: ReturnType<typeof useInstallationEvents> | ReturnType<typeof useProjectEvents>;
  without?: ComponentProps<typeof SecurityEvents>["without"];
}

/** A security record with its filters and its download. */
export function RecordPage({ lead, back, base, list, without, ...filters }: RecordPageProps) {
  const { t } = useTranslation("security");
  return (
    <>
      <PageHeader
        back={back}
        title={t("title")}
        lead={lead}
        actions={<CsvButton base={base} search={filters.search} />}
      />
      <Filters {...filters} />
      {list.error && (
        <ProblemAlert
          error={list.error}
          onRetry={() => {
            void list.refetch();
          }}
        />
      )}
      <SecurityEvents
        events={loadedRows(list.data)}
        isLoaded={list.isSuccess}
        more={list}
        without={without}
      />
    </>
  );
}
