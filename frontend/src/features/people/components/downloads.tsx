import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { exportUrl } from "../api";

export interface DownloadsProps {
  slug: string;
  what: "agreement" | "annotations" | "hours";
  formats: readonly ("json" | "jsonl" | "csv")[];
}

/** A button per format; the browser saves the file. */
export function FormatDownloads({ slug, what, formats }: DownloadsProps) {
  const { t } = useTranslation("people");
  return (
    <Group gap="xs">
      {formats.map((format) => (
        <Button
          key={format}
          component="a"
          href={exportUrl(slug, what, format)}
          download
          variant="default"
          leftSection={<IconDownload size={18} />}
          aria-label={t("files.download", {
            what: t(`files.${what}.title`),
            format: format.toUpperCase(),
          })}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </Group>
  );
}
