import { useState } from "react";

import type { Size } from "./zoom-geometry";

/** Shown pixels of the screen per pixel of the preview from which all pixels are worth loading. */
const EXCEEDED = 1.01;

/** The address of all pixels of an image: it differs from that of the preview in its last part. */
export function fullSizeUrl(preview: string): string {
  return preview.replace(/\/preview\/$/, "/full/");
}

export interface FullSize {
  /** The address to load, once the preview has too few pixels for what is shown. */
  url: string | null;
  state: "preview" | "loading" | "shown" | "failed";
  onLoad: (image: HTMLImageElement) => void;
  onError: () => void;
}

/**
 * Whether an image needs its full-size file, and how far that has come. It is loaded when the
 * preview is enlarged on the screen beyond its own pixels, and then stays.
 */
export function useFullSize(
  src: string | null,
  preview: Size | null,
  shownWidth: number,
  size: Size | null,
): FullSize {
  const [wanted, setWanted] = useState(false);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  const url = src === null ? null : fullSizeUrl(src);
  const hasMore = preview !== null && url !== src && (!size || size.width > preview.width);
  if (!wanted && hasMore && shownWidth > preview.width * EXCEEDED) setWanted(true);
  return {
    url: wanted ? url : null,
    state: wanted ? state : "preview",
    onLoad: (image) => {
      // Shown only when it can be painted at once, so that nothing flashes.
      void image
        .decode()
        .catch(() => undefined)
        .then(() => {
          setState("shown");
        });
    },
    onError: () => {
      setState("failed");
    },
  };
}
