import { Box, Select, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";

import { encodingLabel } from "./encodings";

export type NameReading = components["schemas"]["NameReading"];
/** The encoding of the names in an archive by its path. */
export type Encodings = Record<string, string>;

/** How the file names in archives are read: five names in the chosen encoding. */
export function ArchiveNames({
  readings,
  value,
  onChange,
}: {
  readings: readonly NameReading[];
  value: Encodings;
  onChange: (value: Encodings) => void;
}) {
  const { t } = useTranslation();
  return readings.map(({ archive, encoding, names, choices }) => {
    const chosen = value[archive] ?? encoding;
    const shown = choices.find((choice) => choice.encoding === chosen)?.names ?? names;
    const offered = new Set([chosen, ...choices.map((choice) => choice.encoding)]);
    return (
      <Stack key={archive} gap="0.5rem" maw="40rem" mb="sm">
        <Select
          label={t("archiveNames.label", { archive })}
          data={[...offered].map((name) => ({ value: name, label: encodingLabel(name) }))}
          value={chosen}
          allowDeselect={false}
          onChange={(next) => {
            if (next) onChange({ ...value, [archive]: next });
          }}
        />
        <Box
          className="anywhere"
          component="ul"
          m={0}
          pl="lg"
          aria-label={t("archiveNames.sample", { archive })}
        >
          {shown.map((name, index) => (
            <li key={index}>{name}</li>
          ))}
        </Box>
      </Stack>
    );
  });
}
