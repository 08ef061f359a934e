import { IconLinkOff } from "@tabler/icons-react";
import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { isProblem } from "@/lib/api/problem";

/** A link that is used, expired or mistyped, with how to get another. */
export function LinkError({ error }: ErrorComponentProps) {
  const { t } = useTranslation("login");
  if (!isProblem(error, 404)) throw error;
  return (
    <EmptyState
      icon={<IconLinkOff size={40} stroke={1.4} />}
      level={1}
      title={t("reset.over.title")}
      action={<Link to="/password">{t("reset.over.action")}</Link>}
    >
      {t("reset.over.text")}
    </EmptyState>
  );
}
