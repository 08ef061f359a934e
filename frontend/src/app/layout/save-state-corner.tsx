import { Box } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { IconCheck, IconCloudOff, IconAlertTriangle, IconLoader2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useLocale } from "@/lib/i18n/use-locale";
import { useSaveState } from "@/lib/save-state/save-state";

import classes from "./save-state-corner.module.css";

/** When changes were saved, and whether there is a connection; always in the same corner. */
export function SaveStateCorner() {
  const state = useSaveState();
  const { t } = useTranslation("app");
  const { format } = useLocale();
  const { online } = useNetwork();
  let icon: ReactNode = null;
  let words = "";
  switch (state.kind) {
    case "idle":
      break;
    case "saving":
      icon = <IconLoader2 size={16} />;
      words = t("save.saving");
      break;
    case "saved":
      icon = <IconCheck size={16} />;
      words = t("save.saved", { time: format.time(state.at) });
      break;
    case "kept":
      icon = <IconCloudOff size={16} />;
      words = t("save.kept", { count: state.changes });
      break;
    case "failed":
      icon = <IconAlertTriangle size={16} />;
      words = t("save.failed", { count: state.changes });
      break;
  }
  // The state “kept” already says that there is no connection.
  const isCutOff = !online && state.kind !== "kept" && state.kind !== "failed";
  return (
    <span className={classes.corner} data-kind={isCutOff ? "kept" : state.kind} role="status">
      {isCutOff ? <IconCloudOff size={16} /> : icon}
      <span>
        {isCutOff ? t("offline.title") : words}
        {isCutOff && (
          <Box component="span" visibleFrom="md">
            {" "}
            {t("offline.text")}
          </Box>
        )}
      </span>
    </span>
  );
}
