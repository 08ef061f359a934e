import { Box, Button } from "@mantine/core";
import { IconArchive } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import classes from "./overview.module.css";

/** Replaces the next step: nothing can be done in an archived project. */
export function ArchivedNotice() {
  const { t } = useTranslation("overview");
  const { can } = useProject();
  return (
    <section className={classes.next} aria-label={t("archived.title")}>
      <div>
        <p className={classes.nextTitle}>{t("archived.title")}</p>
        <Box component="p" m="0.1rem 0 0" fz="1.25rem" lh="1.35">
          {t(can("maintain") ? "archived.text" : "archived.textForOthers")}
        </Box>
      </div>
      {can("maintain") && (
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
