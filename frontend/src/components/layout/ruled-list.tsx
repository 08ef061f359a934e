import type { ComponentProps } from "react";

import { PlainList } from "./primitives";
import classes from "./ruled-list.module.css";

/** A list with a line above each entry and, unless it is left open, below the last one. */
export function RuledList({
  open,
  ...others
}: ComponentProps<typeof PlainList> & { open?: boolean }) {
  return <PlainList className={classes.list} data-closed={!open || undefined} {...others} />;
}
