import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./thumbnail.module.css";

export interface ThumbnailProps {
  /** Null for a withdrawn image: a word is shown instead. */
  src: string | null | undefined;
  alt: string;
  /** Height in pixels; the width follows the image. */
  height?: number;
  /** Aspect ratio (width / height), so that nothing moves when the image loads. */
  ratio?: number;
  /** Framed in the accent: the image that is kept or shown. */
  marked?: boolean;
  overlay?: ReactNode;
}

/** A whole image at a given height. */
export function Thumbnail({
  src,
  alt,
  height = 120,
  ratio,
  marked = false,
  overlay,
}: ThumbnailProps) {
  const { t } = useTranslation();
  return (
    <span
      className={classes.thumb}
      data-marked={marked || undefined}
      // If it is narrower, it is lower too, without bars beside the image.
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

export interface ImageThumbProps {
  image: { thumbnail_url: string | null; width: number; height: number };
  /** Empty where the image's name is written beside it. */
  alt?: string;
  height: number;
}

/** The thumbnail of an image whose size is known. */
export function ImageThumb({ image, alt = "", height }: ImageThumbProps) {
  const ratio = image.width / image.height;
  return <Thumbnail src={image.thumbnail_url} alt={alt} height={height} ratio={ratio} />;
}
