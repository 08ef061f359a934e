import { Button } from "@mantine/core";
import { IconFileImport, IconPhoto } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { AppLink } from "@/lib/routing/app-link";

import { EmptyState } from "./empty-state";

/** Empty state of a project without images, with a link to the import. */
export function NoImagesNotice() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconPhoto size={40} stroke={1.4} />}
      title={t("noImages.title")}
      action={
        <Button
          leftSection={<IconFileImport size={18} />}
          renderRoot={(props) => <AppLink to={{ page: "import" }} {...props} />}
        >
          {t("noImages.action")}
        </Button>
      }
    >
      {t("noImages.text")}
    </EmptyState>
  );
}
