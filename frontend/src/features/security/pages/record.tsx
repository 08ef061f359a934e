import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { SecurityEventKind, SecuritySearch } from "@/components/security/search";
import { csvAddress, securitySearch } from "@/components/security/search";

interface FiltersProps {
  search: SecuritySearch;
  kinds: readonly SecurityEventKind[];
  people: readonly { id: number; name: string }[];
  onChange: (search: SecuritySearch) => void;
}

/** Filters of a security record, kept in the URL. */
export function Filters({ search, kinds, people, onChange }: FiltersProps) {
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
export function CsvButton({ base, search }: { base: string; search: SecuritySearch }) {
  const { t } = useTranslation("security");
  return (
    <Button
      component="a"
      variant="default"
      href={csvAddress(base, search)}
      download
      leftSection={<IconDownload size={18} />}
    >
      {t("download")}
    </Button>
  );
}
