import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { FilterJob } from "./use-filters";

/** The button that runs the curation stages. */
export function RunFiltersButton({
  filters,
  variant = "filled",
}: {
  filters: FilterJob;
  variant?: string;
}) {
  const { t } = useTranslation();
  return (
    <Button
      variant={variant}
      leftSection={<IconFilter size={18} />}
      loading={filters.isStarting}
      disabled={filters.isRunning}
      onClick={filters.run}
    >
      {t("filters.run")}
    </Button>
  );
}
