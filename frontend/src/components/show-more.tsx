import { Button, type MantineSpacing } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { NextPageState } from "@/lib/more";

interface ShowMoreProps {
  list: NextPageState;
  /** By default "Show more". */
  label?: string;
  mt?: MantineSpacing;
}

/** The button that loads the next page of a list, while there is one. */
export function ShowMore({ list, label, mt }: ShowMoreProps) {
  const { t } = useTranslation();
  if (!list.hasNextPage) return null;
  return (
    <Button
      variant="default"
      mt={mt}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {label ?? t("table.more")}
    </Button>
  );
}
