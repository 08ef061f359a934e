import { IconPackage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";

import type { ReleasedIn } from "../api";

/** The release that contains an image. */
export function ReleasedBadge({ released }: { released: ReleasedIn }) {
  const { t } = useTranslation("duplicates");
  return (
    <Badge tone="neutral" icon={IconPackage}>
      {t("released", { name: released.name, version: released.version })}
    </Badge>
  );
}
