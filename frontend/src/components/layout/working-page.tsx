import { Box } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./working-page.module.css";

/** An item in the whole window: its image beside the panel of work, on a phone above it. */
export function WorkingPage({
  columns,
  image,
  children,
}: {
  /** Widths of image and panel. */
  columns: string;
  image: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box className={classes.page} __vars={{ "--columns": columns }}>
      <div className={classes.image}>{image}</div>
      <div className={classes.panel}>{children}</div>
    </Box>
  );
}

interface PanelPartProps {
  padding: string;
  children: ReactNode;
}

/** The part of the panel that scrolls; on a phone the whole page does. */
export function WorkingScroll({
  padding,
  narrowPadding,
  children,
  ...layout
}: PanelPartProps & { narrowPadding: string; gap: string; justifyItems?: "start" }) {
  return (
    <Box
      className={classes.scroll}
      style={layout}
      __vars={{ "--padding": padding, "--narrow-padding": narrowPadding }}
    >
      {children}
    </Box>
  );
}

/** The commands below what scrolls. */
export function WorkingBar({
  padding,
  ruled,
  children,
}: PanelPartProps & {
  /** A line above it on wide windows too. */
  ruled?: boolean;
}) {
  return (
    <Box className={classes.bar} data-ruled={ruled || undefined} __vars={{ "--padding": padding }}>
      {children}
    </Box>
  );
}
