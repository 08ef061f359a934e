import { IconFileImport, IconSend, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";

import type { Run } from "../api";

const ICONS = {
  imported: IconFileImport,
  submitted: IconSend,
  people: IconUser,
  answered: IconUser,
} as const;

/** Marks external results. */
export function OriginBadge({ origin }: { origin: Run["origin"] }) {
  const { t } = useTranslation("evaluation");
  if (origin === undefined || origin === "own") return null;
  return (
    <Badge tone="neutral" icon={ICONS[origin]}>
      {t(`origin.${origin}`)}
    </Badge>
  );
}
