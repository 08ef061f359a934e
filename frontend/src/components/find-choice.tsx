import { Select } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import type { Choice, LabelField, Protocol } from "@/lib/protocol/protocol";
import { filterOptions } from "@/lib/text-folding";

interface FindChoiceProps {
  protocol: Protocol;
  field: LabelField;
  taken: readonly string[];
  onFound: (choice: string) => void;
}

/** A choice found by typing part of its name. */
export function FindChoice({ protocol, field, taken, onFound }: FindChoiceProps) {
  const { t } = useTranslation();
  const { pick } = useLocale();
  const [typed, setTyped] = useState("");
  const above = protocol.fields.find(({ id }) => id === field.parent);
  const wider = above?.kind === "label" ? above.choices : [];
  const entry = (choice: Choice) => ({ value: choice.id, label: pick(choice.title) });
  const left = field.choices.filter(({ id }) => !taken.includes(id));
  const data =
    wider.length > 0
      ? wider
          .map(({ id, title }) => ({
            group: pick(title),
            items: left.filter(({ parent }) => parent === id).map(entry),
          }))
          .filter(({ items }) => items.length > 0)
      : left.map(entry);
  return (
    <Select
      aria-label={t("choice.find", { field: pick(field.title) })}
      placeholder={t("choice.find", { field: pick(field.title) })}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      data={data}
      value={null}
      searchable
      filter={filterOptions}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t("choice.nothing")}
      onChange={(value) => {
        if (value !== null) onFound(value);
        setTyped("");
      }}
    />
  );
}
