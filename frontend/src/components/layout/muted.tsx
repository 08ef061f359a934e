import { Box, type BoxProps } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";

type MutedProps = BoxProps & Omit<ComponentPropsWithoutRef<"span">, keyof BoxProps>;

/** Secondary words within a line. */
export function Muted(props: MutedProps) {
  return <Box component="span" c="dimmed" {...props} />;
}

type MutedNoteProps = BoxProps & Omit<ComponentPropsWithoutRef<"p">, keyof BoxProps>;

/** A secondary paragraph. It has the margins that it is given and no others. */
export function MutedNote(props: MutedNoteProps) {
  return <Box component="p" c="dimmed" m={0} {...props} />;
}
