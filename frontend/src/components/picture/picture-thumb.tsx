import type { ReactNode } from "react";

import classes from "./picture-thumb.module.css";

export interface PictureThumbProps {
  src: string;
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
  return (
    <span
      className={classes.thumb}
      data-marked={marked || undefined}
      // Narrower than it would be, it is lower too: no bars beside the picture.
      style={ratio ? { width: height * ratio, aspectRatio: ratio } : { height }}
    >
      <img
        className={classes.image}
        src={src}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      {overlay && <span className={classes.overlay}>{overlay}</span>}
    </span>
  );
}
