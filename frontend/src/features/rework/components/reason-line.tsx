import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Badge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useProtocol } from "@/lib/protocol/use-protocol";

import type { FailureReason } from "../api";
import classes from "./rework.module.css";

/** Validators' comments, without names. */
export function ReasonLine({ slug, reason }: { slug: string; reason: FailureReason }) {
  const { t } = useTranslation("rework");
  const { pick } = useLocale();
  const { review } = useProtocol(slug);
  switch (reason.kind) {
    case "disagreement":
      return (
        <Badge tone="warn" icon={IconAlertTriangle}>
          {t("reasons.disagreement", {
            agreed: reason.agreed,
            asked: reason.asked,
            needed: reason.needed,
          })}
        </Badge>
      );
    case "issue": {
      const issue = review.issues.find(({ id }) => id === reason.issue);
      return (
        <Badge tone="warn" icon={IconAlertTriangle}>
          {t("reasons.issue", {
            issue: issue ? pick(issue.title) : reason.issue,
            count: reason.count,
          })}
        </Badge>
      );
    }
    case "discussion":
    case "comment":
      return <q className={classes.comment}>{reason.text}</q>;
  }
}
