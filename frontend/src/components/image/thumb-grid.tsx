import { Box } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";

import { PlainList } from "@/components/layout/primitives";
import { AppLink } from "@/lib/routing/app-link";

import classes from "./thumb-grid.module.css";

/** Images in rows, on a phone two beside each other. Its entries are `ThumbCell`s. */
export function ThumbGrid({ gap, children }: { gap: string; children: ReactNode }) {
  return (
    <PlainList className={classes.grid} __vars={{ "--gap": gap }}>
      {children}
    </PlainList>
  );
}

/** An image that links to its page, and what is said about it. */
export function ThumbCell({
  to,
  thumb,
  children,
}: Pick<ComponentProps<typeof AppLink>, "to"> & { thumb: ReactNode; children: ReactNode }) {
  return (
    <Box component="li" className={classes.cell}>
      <AppLink to={to} className={classes.link}>
        {thumb}
      </AppLink>
      {children}
    </Box>
  );
}
