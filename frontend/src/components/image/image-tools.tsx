import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsMaximize,
  IconArrowUp,
  IconBrightness,
  IconRelationOneToOne,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { CommandIcon } from "@/lib/commands/command-icon";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";

import { imageCommands } from "./image-commands";
import classes from "./image-tools.module.css";
import type { FullSize } from "./use-full-size";
import type { Zoom } from "./use-zoom";
import type { Fit } from "./zoom-geometry";

/** What a press of a zoom key or button changes. */
const ZOOM = 1.25;
/** The share of the pane that a press of a panning key or button moves. */
const PAN = 0.2;

export interface ImageToolsProps {
  zoom: Zoom;
  /** Pixels of the screen per pixel of the image; null where its size is unknown. */
  magnification: number | null;
  fullSize: FullSize["state"];
  /** Whether the image is wider than high: it fills the pane by its height. */
  wide: boolean;
  onWhole: () => void;
  onRotate: () => void;
  onBrightness: () => void;
}

/** The commands of an image, under it. */
export function ImageTools({
  zoom,
  magnification,
  fullSize,
  wide,
  onWhole,
  onRotate,
  onBrightness,
}: ImageToolsProps) {
  const { t } = useTranslation();
  const { format } = useLocale();
  const { across, along } = zoom.overflow;
  const pan = (x: number, y: number, enabled: boolean) => ({
    run: () => {
      zoom.panBy(x * PAN, y * PAN);
    },
    enabled,
  });
  const commands = useCommands(imageCommands, {
    zoomIn: () => {
      zoom.zoomBy(ZOOM);
    },
    zoomOut: () => {
      zoom.zoomBy(1 / ZOOM);
    },
    whole: onWhole,
    fill: () => {
      zoom.setFit("fill");
    },
    actual: () => {
      zoom.setFit("actual");
    },
    left: pan(-1, 0, across),
    down: pan(0, 1, along),
    up: pan(0, -1, along),
    right: pan(1, 0, across),
    rotate: onRotate,
    brightness: onBrightness,
  });
  const is = (fit: Fit) => zoom.fit === fit && !zoom.isZoomed;
  const fill = wide ? { ...commands.fill, label: t("picture.fillHeight") } : commands.fill;
  const IconFill = wide ? IconArrowAutofitHeight : IconArrowAutofitWidth;
  return (
    <div className={classes.tools} role="toolbar" aria-label={t("picture.title")}>
      <div className={classes.group}>
        <CommandIcon command={commands.zoomOut}>
          <IconZoomOut size={18} />
        </CommandIcon>
        <span className={classes.value} data-failed={fullSize === "failed" || undefined}>
          {fullSize === "failed"
            ? t("picture.previewOnly")
            : magnification !== null && format.percent(magnification, 0)}
        </span>
        <CommandIcon command={commands.zoomIn}>
          <IconZoomIn size={18} />
        </CommandIcon>
      </div>
      <div className={classes.group}>
        <CommandIcon command={commands.whole} pressed={is("whole")}>
          <IconArrowsMaximize size={18} />
        </CommandIcon>
        <CommandIcon command={fill} pressed={is("fill")}>
          <IconFill size={18} />
        </CommandIcon>
        <CommandIcon command={commands.actual} pressed={is("actual")}>
          <IconRelationOneToOne size={20} />
        </CommandIcon>
      </div>
      <div className={classes.group} data-panning>
        <CommandIcon command={commands.left}>
          <IconArrowLeft size={18} />
        </CommandIcon>
        <CommandIcon command={commands.down}>
          <IconArrowDown size={18} />
        </CommandIcon>
        <CommandIcon command={commands.up}>
          <IconArrowUp size={18} />
        </CommandIcon>
        <CommandIcon command={commands.right}>
          <IconArrowRight size={18} />
        </CommandIcon>
      </div>
      <div className={classes.group}>
        <CommandIcon command={commands.rotate}>
          <IconRotateClockwise size={18} />
        </CommandIcon>
        <CommandIcon command={commands.brightness}>
          <IconBrightness size={18} />
        </CommandIcon>
      </div>
    </div>
  );
}
