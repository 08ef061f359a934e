import { IconMailOff } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { isProblem } from "@/lib/api/problem";

/** A link that was used, withdrawn, is too old or was mistyped: what to do about it. */
export function NoInvitation() {
  const { t } = useTranslation("invitation");
  return (
    <EmptyState icon={<IconMailOff size={40} stroke={1.4} />} level={1} title={t("invalid.title")}>
      {t("invalid.text")}
    </EmptyState>
  );
}

/** A link that the server does not know reads like one that is over; the rest is the frame's. */
export function InvitationError({ error }: ErrorComponentProps) {
  if (isProblem(error, 404)) return <NoInvitation />;
  throw error;
}
