import { Box, type BoxProps } from "@mantine/core";
import type { AriaAttributes } from "react";

import classes from "./bar.module.css";

type BarProps = Omit<BoxProps, "className"> &
  AriaAttributes & {
    /** From 0 to 1. */
    share: number;
    /** Colour of the share. */
    color?: string;
    /** Whether changes are shown as movement. */
    moving?: boolean;
    role?: "progressbar";
  };

/** A share as a bar. Beside a number it is hidden from screen readers, else it is a progress bar. */
export function Bar({ share, color, moving, ...others }: BarProps) {
  return (
    <Box component="span" className={classes.track} bdrs="2px" {...others}>
      <span
        className={classes.fill}
        data-moving={moving || undefined}
        style={{ scale: `${String(share)} 1`, background: color }}
      />
    </Box>
  );
}
