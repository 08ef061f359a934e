import { Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ENCODINGS, type ManifestOptions } from "../manifests";

/** What a person decides about the manifests of an import. */
export function ManifestChoices({
  value,
  onChange,
}: {
  value: ManifestOptions;
  onChange: (value: ManifestOptions) => void;
}) {
  const { t } = useTranslation("import");
  return (
    <>
      <Switch
        label={t("manifests.unlisted")}
        description={t("manifests.unlistedHelp")}
        checked={value.unlisted === "import"}
        onChange={(event) => {
          onChange({ ...value, unlisted: event.currentTarget.checked ? "import" : "leave_out" });
        }}
      />
      <Select
        label={t("manifests.encoding")}
        description={t("manifests.encodingHelp")}
        data={[
          { value: "", label: t("manifests.find") },
          ...ENCODINGS.map(({ value, label }) => ({ value, label })),
        ]}
        value={value.encoding}
        allowDeselect={false}
        onChange={(encoding) => {
          const chosen = ENCODINGS.find((known) => known.value === encoding);
          onChange({ ...value, encoding: chosen?.value ?? "" });
        }}
      />
    </>
  );
}
