import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import classes from "./after-password-link.module.css";
import { Badge } from "./status-badge";

/** Mark of work that somebody other than the account's person may have done. */
export function AfterPasswordLink() {
  const { t } = useTranslation("common");
  return (
    <>
      {" "}
      <span className={classes.mark} title={t("afterPasswordLink.hint")}>
        <Badge tone="warn" icon={IconAlertTriangle}>
          {t("afterPasswordLink.mark")}
        </Badge>
      </span>
    </>
  );
}
