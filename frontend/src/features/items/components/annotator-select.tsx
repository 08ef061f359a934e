import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useAnnotatorsAndTags } from "../api";

/** Choice of an annotator; 0 is nobody. */
export function AnnotatorSelect({
  slug,
  value,
  onChange,
  describe,
}: {
  slug: string;
  value: number;
  onChange: (person: number, name: string) => void;
  /** What is said of a person who can be chosen only in part, or not at all. */
  describe?: (person: number) => { note?: string | undefined; disabled?: boolean };
}) {
  const { t } = useTranslation("items");
  const people = useAnnotatorsAndTags(slug).data?.people ?? [];
  return (
    <NativeSelect
      label={t("pin.person")}
      value={String(value)}
      data={[
        { value: "0", label: t("pin.choose") },
        ...people.map(({ person_id, name }) => {
          const { note, disabled = false } = describe?.(person_id) ?? {};
          return {
            value: String(person_id),
            label: note === undefined ? name : t("pin.described", { name, note }),
            disabled,
          };
        }),
      ]}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        onChange(id, people.find(({ person_id }) => person_id === id)?.name ?? "");
      }}
    />
  );
}
