import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";

/** Mark of a run with more errors than the protocol allows. */
export function IncompleteBadge() {
  const { t } = useTranslation("evaluation");
  return (
    <span title={t("runs.incompleteHelp")}>
      <Badge tone="warn" icon={IconAlertTriangle}>
        {t("runs.incomplete")}
      </Badge>
    </span>
  );
}
