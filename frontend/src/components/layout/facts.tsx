import { Box, type BoxProps } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";

import classes from "./facts.module.css";

type FactsProps = Omit<BoxProps, "className"> &
  Omit<ComponentPropsWithoutRef<"dl">, keyof BoxProps> & {
    /** Width of the names: each fact is a `div` with its value beside its name, on a phone below it. */
    names?: string;
    /** A line below each fact. */
    lined?: boolean;
  };

/** Names (`dt`) and their values (`dd`). */
export function FactList({ names, lined, ...others }: FactsProps) {
  return (
    <Box
      component="dl"
      className={names === undefined ? classes.facts : `${classes.facts} ${classes.rows}`}
      data-lined={lined || undefined}
      __vars={{ "--names": names }}
      {...others}
    />
  );
}
