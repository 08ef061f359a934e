import { IconRobot } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";

import type { Release } from "../api";

/** Marks a version with work by simulated people. */
export function SimulatedBadge({ release }: { release: Release }) {
  const { t } = useTranslation("common");
  if (release.simulated_items === 0) return null;
  return (
    <Badge tone="warn" icon={IconRobot}>
      {t("simulated")}
    </Badge>
  );
}
