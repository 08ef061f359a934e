import { Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";

export type Rights = components["schemas"]["RightsEnum"];

const RIGHTS: readonly Rights[] = ["redistribute", "address_only", "prohibited"];

/** Choice of the rights of a source, with the consequence of each. */
export function RightsChoice({
  value,
  onChange,
}: {
  /** Empty until a person has chosen. */
  value: Rights | "";
  onChange: (rights: Rights) => void;
}) {
  const { t } = useTranslation(["import", "common"]);
  return (
    <Radio.Group
      label={t("source.rights")}
      description={t("rights.help")}
      required
      value={value}
      onChange={(chosen) => {
        const rights = RIGHTS.find((one) => one === chosen);
        if (rights) onChange(rights);
      }}
    >
      <Stack gap="xs" mt="xs">
        {RIGHTS.map((rights) => (
          <Radio
            key={rights}
            value={rights}
            label={t(`common:rights.${rights}`)}
            description={t(`rights.${rights}`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
