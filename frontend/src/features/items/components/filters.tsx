import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { labelFields } from "@/lib/protocol/protocol";
import { useProtocol } from "@/lib/protocol/use-protocol";

import { useAnnotatorsAndTags, useMembers } from "../api";
import { type ItemsSearch, itemsSearch, ITEM_STATES } from "../search";
import classes from "../pages/items-page.module.css";

const SEARCH_DELAY_MS = 300;

/** Filters by text, state, label and person, all in the URL. */
export function ItemFilters({
  slug,
  search,
  onChange,
}: {
  slug: string;
  search: ItemsSearch;
  onChange: (search: ItemsSearch) => void;
}) {
  const { t } = useTranslation(["items", "common"]);
  const { pick } = useLocale();
  const fields = labelFields(useProtocol(slug));
  const members = useMembers(slug);
  const tags = useAnnotatorsAndTags(slug).data?.tags ?? [];
  const look = (change: Record<string, string>) => {
    onChange(itemsSearch({ ...search, ...change }));
  };
  const write = useDebouncedCallback((text: string) => {
    look({ text });
  }, SEARCH_DELAY_MS);
  return (
    <search className={classes.tools}>
      <TextInput
        className={classes.search}
        aria-label={t("filter.text")}
        placeholder={t("filter.text")}
        leftSection={<IconSearch size={18} />}
        type="search"
        defaultValue={search.text}
        onChange={(event) => {
          write(event.currentTarget.value);
        }}
      />
      <NativeSelect
        aria-label={t("filter.state")}
        value={search.state ?? ""}
        data={[
          { value: "", label: t("filter.anyState") },
          ...ITEM_STATES.map((state) => ({
            value: state,
            label: state === "unbegun" ? t("unbegun") : t(`common:status.case.${state}`),
          })),
        ]}
        onChange={(event) => {
          look({ state: event.currentTarget.value });
        }}
      />
      <NativeSelect
        aria-label={t("filter.label")}
        value={search.label ?? ""}
        data={[
          { value: "", label: t("filter.anyLabel") },
          ...fields.map(({ id, title, choices }) => ({
            group: pick(title),
            items: choices.map((choice) => ({
              value: `${id}:${choice.id}`,
              label: pick(choice.title),
            })),
          })),
        ]}
        onChange={(event) => {
          look({ label: event.currentTarget.value });
        }}
      />
      <NativeSelect
        aria-label={t("filter.person")}
        value={String(search.person ?? "")}
        data={[
          { value: "", label: t("filter.anyPerson") },
          ...(members.data ?? [])
            .filter(({ role }) => role === "annotator")
            .map(({ person_id, display_name }) => ({
              value: String(person_id),
              label: display_name,
            })),
        ]}
        onChange={(event) => {
          look({ person: event.currentTarget.value });
        }}
      />
      {tags.length > 0 && (
        <NativeSelect
          aria-label={t("filter.tag")}
          value={search.tag ?? ""}
          data={[
            { value: "", label: t("filter.anyTag") },
            ...tags.map((tag) => ({ value: tag, label: tag })),
          ]}
          onChange={(event) => {
            look({ tag: event.currentTarget.value });
          }}
        />
      )}
    </search>
  );
}
