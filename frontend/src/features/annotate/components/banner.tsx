import { CloseButton } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./banner.module.css";

export interface BannerProps {
  icon: Icon;
  tone: "accent" | "warn";
  title: ReactNode;
  children?: ReactNode;
  onClose?: () => void;
}

/** A notice above the form. */
export function FormBanner({ icon: Glyph, tone, title, children, onClose }: BannerProps) {
  const { t } = useTranslation("annotate");
  return (
    <div className={classes.banner} data-tone={tone} role="note">
      <Glyph className={classes.icon} size={20} aria-hidden="true" />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        {children}
      </div>
      {onClose && <CloseButton aria-label={t("banner.close")} onClick={onClose} />}
    </div>
  );
}
