import {
  IconArrowsMaximize,
  IconBrightness,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type ReactZoomPanPinchRef,
  TransformComponent,
  TransformWrapper,
} from "react-zoom-pan-pinch";

import { CommandIcon } from "@/lib/commands/command-icon";
import { useCommands } from "@/lib/commands/use-commands";

import { imageCommands } from "./image-commands";
import classes from "./image-view.module.css";

const BRIGHTNESS = [1, 1.35, 1.7, 0.7] as const;

/** Replaces the library's `fit-content`, whose style sheet comes later. */
const FILL: CSSProperties = { width: "100%", height: "100%" };

/** What a pixel of the wheel adds to the scale; a notch has some 120. */
const WHEEL_STEP = 0.002;

/** A small image is enlarged at most to twice its size. */
const MAX_ENLARGEMENT = 2;

export interface ImageViewProps {
  /** Null for a withdrawn image: a sentence is shown instead. */
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
  /** Called when the image is larger than its space, so that dragging moves it. */
  onZoomed?: (zoomed: boolean) => void;
}

/**
 * An image as large as its space allows: never stretched, never cropped, transparent ones on white.
 * Wheel, pinch and `+ - 0` zoom, dragging pans, `⇧R` rotates, `⇧B` brightens. Give it a key (the
 * image's id), so that the next one starts unzoomed.
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
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const [turns, setTurns] = useState(0);
  const [brightness, setBrightness] = useState(0);
  const [failed, setFailed] = useState(false);
  const light = BRIGHTNESS[brightness % BRIGHTNESS.length] ?? 1;

  return (
    <div className={classes.place}>
      <TransformWrapper
        ref={zoom}
        maxScale={12}
        doubleClick={{ mode: "toggle" }}
        wheel={{ step: WHEEL_STEP }}
        centerOnInit
        onTransform={(_, { scale }) => {
          onZoomed?.(scale > 1);
        }}
      >
        <TransformComponent wrapperClass={classes.window} wrapperStyle={FILL} contentStyle={FILL}>
          {src === null ? (
            <p className={classes.failed}>{t("picture.withdrawn")}</p>
          ) : failed ? (
            <p className={classes.failed} role="alert">
              {t("picture.failed")}
            </p>
          ) : (
            <div className={classes.sheet}>
              <div
                className={classes.frame}
                style={frameStyle(width, height, turns)}
                data-sized={width && height ? true : undefined}
                data-sideways={turns % 2 === 1 || undefined}
              >
                <img
                  className={classes.image}
                  src={src}
                  alt={alt}
                  width={width}
                  height={height}
                  decoding="async"
                  draggable={false}
                  style={{ filter: light === 1 ? undefined : `brightness(${String(light)})` }}
                  onError={() => {
                    setFailed(true);
                  }}
                />
                {overlay && <div className={classes.overlay}>{overlay}</div>}
              </div>
            </div>
          )}
        </TransformComponent>
      </TransformWrapper>
      {!bare && (
        <ImageTools
          onZoomIn={() => {
            void zoom.current?.zoomIn(0.4, 120);
          }}
          onZoomOut={() => {
            void zoom.current?.zoomOut(0.4, 120);
          }}
          onFit={() => {
            setTurns(0);
            setBrightness(0);
            void zoom.current?.resetTransform(120);
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

/** If the size is known, the frame has it before the image loads, so nothing moves. */
function frameStyle(
  width: number | undefined,
  height: number | undefined,
  turns: number,
): CSSProperties {
  const rotate = `${String(turns * 90)}deg`;
  if (!width || !height) return { rotate };
  const sideways = turns % 2 === 1;
  const [across, along] = sideways ? ["100cqh", "100cqw"] : ["100cqw", "100cqh"];
  const ratio = String(width / height);
  const largest = `${String(width * MAX_ENLARGEMENT)}px`;
  return {
    rotate,
    aspectRatio: ratio,
    width: `min(${across}, calc(${along} * ${ratio}), ${largest})`,
  };
}

interface ImageToolsProps {
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
  onRotate: () => void;
  onBrightness: () => void;
}

function ImageTools(props: ImageToolsProps) {
  const { t } = useTranslation();
  const commands = useCommands(imageCommands, {
    zoomIn: props.onZoomIn,
    zoomOut: props.onZoomOut,
    fit: props.onFit,
    rotate: props.onRotate,
    brightness: props.onBrightness,
  });
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("picture.title")}>
      <CommandIcon command={commands.zoomOut}>
        <IconZoomOut size={18} />
      </CommandIcon>
      <CommandIcon command={commands.zoomIn}>
        <IconZoomIn size={18} />
      </CommandIcon>
      <CommandIcon command={commands.fit}>
        <IconArrowsMaximize size={18} />
      </CommandIcon>
      <CommandIcon command={commands.rotate}>
        <IconRotateClockwise size={18} />
      </CommandIcon>
      <CommandIcon command={commands.brightness}>
        <IconBrightness size={18} />
      </CommandIcon>
    </div>
  );
}
