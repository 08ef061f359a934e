import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./picture-thumb.module.css";

export interface PictureThumbProps {
  /** Null once the image was withdrawn: a word stands in its place. */
  src: string | null | undefined;
  alt: string;
  /** Height in pixels; the width follows the picture. */
  height?: number;
  /** Proportions (width / height), so that nothing moves when the picture arrives. */
  ratio?: number;
  /** Framed in the accent: the one that is kept, the one that is shown. */
  marked?: boolean;
  overlay?: ReactNode;
}

/** A small picture, whole, at a given height. */
export function PictureThumb({
  src,
  alt,
  height = 120,
  ratio,
  marked = false,
  overlay,
}: PictureThumbProps) {
  const { t } = useTranslation();
  return (
    <span
      className={classes.thumb}
      data-marked={marked || undefined}
      // Narrower than it would be, it is lower too: no bars beside the picture.
      style={ratio ? { width: height * ratio, aspectRatio: ratio } : { height }}
    >
      {src ? (
        <img
          className={classes.image}
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      ) : (
        <span className={classes.withdrawn}>{t("picture.withdrawn")}</span>
      )}
      {overlay && <span className={classes.overlay}>{overlay}</span>}
    </span>
  );
}
