import { IconFileImport, IconSend } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";

import type { Run } from "../api";

/** Says where somebody else computed the answers; nothing where it was done here. */
export function OriginBadge({ origin }: { origin: Run["origin"] }) {
  const { t } = useTranslation("evaluation");
  if (origin !== "imported" && origin !== "submitted") return null;
  return (
    <Badge tone="neutral" icon={origin === "imported" ? IconFileImport : IconSend}>
      {t(`origin.${origin}`)}
    </Badge>
  );
}
