import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface GuidelineDrawerProps {
  children: ReactNode;
  onClose: () => void;
}

/** The guideline of a field below the image, where it has no room beside the records. */
export function GuidelineDrawer({ children, onClose }: GuidelineDrawerProps) {
  const { t } = useTranslation(["adjudicate", "common"]);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      // As high as its text, which scrolls where it is longer.
      styles={{ content: { height: "auto", maxHeight: "45%" } }}
      // The image stays as it is, to compare.
      overlayProps={{ backgroundOpacity: 0 }}
      title={t("common:guideline.title")}
      closeButtonProps={{ "aria-label": t("closeGuideline") }}
    >
      {children}
    </Drawer>
  );
}
