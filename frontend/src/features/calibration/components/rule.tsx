import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";

import type { CalibrationRules } from "../api";
import classes from "./calibration.module.css";

/** The pass rule of the protocol in one sentence. */
export function PassRule({ rules }: { rules: CalibrationRules | null }) {
  const { t } = useTranslation("calibration");
  const { format } = useLocale();
  if (!rules) return <p className={classes.lead}>{t("rule.none")}</p>;
  return (
    <p className={classes.lead}>
      {t(`rule.${rules.against}`, { share: format.percent(rules.agreement, 0) })}
      {format.gap}
      {t(rules.blocks ? "rule.blocks" : "rule.advises")}
    </p>
  );
}
