import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { ImageTools } from "./image-tools";
import classes from "./image-view.module.css";
import { useFullSize } from "./use-full-size";
import { useZoom, type Zoom } from "./use-zoom";
import type { Size } from "./zoom-geometry";

const BRIGHTNESS = [1, 1.35, 1.7, 0.7] as const;
const UNKNOWN: Size = { width: 1, height: 1 };

export interface ImageViewProps {
  /** Address of the preview. Null for a withdrawn image: a sentence is shown instead. */
  src: string | null;
  /** Alternative text that reveals no answer: "Picture 12". */
  alt: string;
  /** Size in pixels, to reserve the space before the image loads. */
  width?: number;
  height?: number;
  /** Overlay that moves with the image, in a box of its proportions. */
  overlay?: ReactNode;
  /** Without toolbar and keys, for several images side by side. */
  bare?: boolean;
  /** Called with whether the image is wider than its space, so that dragging moves it sideways. */
  onZoomed?: (zoomed: boolean) => void;
}

/**
 * An image in its space: whole, as wide as the space, or in its own pixels, never stretched.
 * Wheel, pinch and keys zoom, dragging and keys pan, `⇧R` rotates, `⇧B` brightens. All pixels are
 * loaded once it is shown larger than its preview. Give it a key (the image's id), so that the
 * next one starts unzoomed.
 */
export function ImageView({
  src,
  alt,
  width,
  height,
  overlay,
  bare = false,
  onZoomed,
}: ImageViewProps) {
  const { t } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const [turns, setTurns] = useState(0);
  const [brightness, setBrightness] = useState(0);
  const [failed, setFailed] = useState(false);
  const [preview, setPreview] = useState<Size | null>(null);
  const [own, setOwn] = useState<Size | null>(null);
  const known = width && height ? { width, height } : null;
  const size = known ?? own ?? preview;
  const upright = size ?? UNKNOWN;
  const shape = turns % 2 === 1 ? { width: upright.height, height: upright.width } : upright;
  const zoom = useZoom(pane, shape);
  const magnification = zoom.view.scale * window.devicePixelRatio;
  const full = useFullSize(src, preview, upright.width * magnification, known);
  const { across, along } = zoom.overflow;
  useEffect(() => {
    onZoomed?.(across);
  }, [onZoomed, across]);

  return (
    <div className={classes.place}>
      <div
        ref={pane}
        className={classes.pane}
        data-pannable={across || along || undefined}
        {...zoom.handlers}
      >
        {src === null ? (
          <p className={classes.failed}>{t("picture.withdrawn")}</p>
        ) : failed ? (
          <p className={classes.failed} role="alert">
            {t("picture.failed")}
          </p>
        ) : (
          <div
            className={classes.frame}
            style={frameStyle(zoom, upright, turns, BRIGHTNESS[brightness % 4])}
            data-full-size={full.state}
          >
            <img
              className={size ? classes.image : classes.hidden}
              src={src}
              alt={alt}
              decoding="async"
              draggable={false}
              onLoad={({ currentTarget }) => {
                setPreview(sizeOf(currentTarget));
              }}
              onError={() => {
                setFailed(true);
              }}
            />
            {full.url && full.state !== "failed" && (
              <img
                className={`${classes.full} ${full.state === "shown" ? "" : classes.hidden}`}
                src={full.url}
                alt=""
                draggable={false}
                onLoad={({ currentTarget }) => {
                  setOwn(sizeOf(currentTarget));
                  full.onLoad(currentTarget);
                }}
                onError={full.onError}
              />
            )}
            {overlay && <div className={classes.overlay}>{overlay}</div>}
          </div>
        )}
      </div>
      {!bare && (
        <ImageTools
          zoom={zoom}
          magnification={(known ?? own) ? magnification : null}
          fullSize={full.state}
          wide={shape.width > shape.height}
          onWhole={() => {
            setTurns(0);
            setBrightness(0);
            zoom.setFit("whole");
          }}
          onRotate={() => {
            setTurns(turns + 1);
          }}
          onBrightness={() => {
            setBrightness(brightness + 1);
          }}
        />
      )}
    </div>
  );
}

const sizeOf = (image: HTMLImageElement): Size => ({
  width: image.naturalWidth,
  height: image.naturalHeight,
});

/** The box of the image in the pane; it begins at a pixel of the screen, so that its own meet them. */
function frameStyle(
  { view: { scale, x, y }, room }: Zoom,
  { width, height }: Size,
  turns: number,
  light = 1,
): CSSProperties {
  const density = window.devicePixelRatio;
  const atPixel = (place: number) => Math.round(place * density) / density;
  return {
    width: width * scale,
    height: height * scale,
    left: atPixel((room.width - width * scale) / 2 + x),
    top: atPixel((room.height - height * scale) / 2 + y),
    rotate: turns ? `${String(turns * 90)}deg` : undefined,
    filter: light === 1 ? undefined : `brightness(${String(light)})`,
  };
}
