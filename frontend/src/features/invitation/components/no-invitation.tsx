import { IconMailOff } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { isProblem } from "@/lib/api/problem";

/** A link that is used, revoked, expired or mistyped, with what to do. */
export function NoInvitation() {
  const { t } = useTranslation("invitation");
  return (
    <EmptyState icon={<IconMailOff size={40} stroke={1.4} />} level={1} title={t("invalid.title")}>
      {t("invalid.text")}
    </EmptyState>
  );
}

/** An unknown link reads like an expired one; other errors are left to the frame. */
export function InvitationError({ error }: ErrorComponentProps) {
  if (isProblem(error, 404)) return <NoInvitation />;
  throw error;
}
