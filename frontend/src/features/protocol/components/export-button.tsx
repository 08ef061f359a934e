import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export interface ExportButtonProps {
  slug: string;
  number: number;
  yaml: string;
}

/** Exports the protocol as a file for another project. */
export function ExportButton({ slug, number, yaml }: ExportButtonProps) {
  const { t } = useTranslation("protocol");
  return (
    <Button
      component="a"
      variant="default"
      leftSection={<IconDownload size={18} />}
      href={`data:application/yaml;charset=utf-8,${encodeURIComponent(yaml)}`}
      download={`${slug}-protocol-${String(number)}.yaml`}
    >
      {t("export")}
    </Button>
  );
}
