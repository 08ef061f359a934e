import { Box, Button, Flex, Group, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import {
  ArchiveNames,
  type Encodings,
  type NameReading,
} from "@/components/archive-names/archive-names";

/** Before an import: the file names in archives whose encoding is a guess. */
export function ConfirmNames({
  readings,
  onConfirm,
  onCancel,
}: {
  readings: readonly NameReading[];
  onConfirm: (encodings: Encodings) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("import");
  const [chosen, setChosen] = useState<Encodings>(() =>
    Object.fromEntries(readings.map(({ archive, encoding }) => [archive, encoding])),
  );
  return (
    <Flex
      component="section"
      direction="column"
      gap="md"
      mb="2.5rem"
      aria-labelledby="confirm-names"
    >
      <Title order={2} id="confirm-names">
        {t("names.title")}
      </Title>
      <Box component="p" m={0} maw="44rem">
        {t("names.lead")}
      </Box>
      <ArchiveNames readings={readings} value={chosen} onChange={setChosen} />
      <Group gap="sm" align="stretch">
        <Button
          onClick={() => {
            onConfirm(chosen);
          }}
        >
          {t("upload.import")}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t("names.cancel")}
        </Button>
      </Group>
    </Flex>
  );
}
