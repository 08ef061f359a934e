import { IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";

/** Mark of a human baseline that no table counts: its person could read answers. */
export function KnewAnswersBadge() {
  const { t } = useTranslation("evaluation");
  return (
    <span title={t("runs.knewAnswersHelp")}>
      <Badge tone="warn" icon={IconEyeOff}>
        {t("runs.knewAnswers")}
      </Badge>
    </span>
  );
}
