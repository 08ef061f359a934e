import { Button } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import classes from "./overview.module.css";

/** Replaces the next step: nothing can be done in an archived project. */
export function Archived() {
  const { t } = useTranslation("overview");
  const { can } = useProject();
  return (
    <section className={classes.next} aria-label={t("archived.title")}>
      <div>
        <p className={classes.nextTitle}>{t("archived.title")}</p>
        <p className={classes.nextText}>
          {t(can("maintainer") ? "archived.text" : "archived.textForOthers")}
        </p>
      </div>
      {can("maintainer") && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconArchive size={18} />}
          renderRoot={(props) => <AppLink to={{ page: "settings" }} {...props} />}
        >
          {t("archived.action")}
        </Button>
      )}
    </section>
  );
}
