import { useTranslation } from "react-i18next";

import { AppLink } from "@/lib/routing/app-link";
import type { PageName } from "@/lib/routing/pages";

import classes from "./calibration.module.css";

const PARTS = [
  { page: "calibration", label: "parts.batch" },
  { page: "onboarding", label: "parts.visit" },
  { page: "gold", label: "parts.gold" },
] as const satisfies readonly { page: PageName; label: string }[];

/** Tabs of the pages on which organizers prepare people and watch their agreement. */
export function PreparationTabs() {
  const { t } = useTranslation("calibration");
  return (
    <nav aria-label={t("parts.label")} className={classes.parts}>
      {PARTS.map(({ page, label }) => (
        <AppLink key={page} to={{ page }} exact className={classes.partLink}>
          {t(label)}
        </AppLink>
      ))}
    </nav>
  );
}
