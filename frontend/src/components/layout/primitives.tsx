import { Box, getSpacing, type BoxProps, type MantineSpacing } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";

type MutedProps = BoxProps & Omit<ComponentPropsWithoutRef<"span">, keyof BoxProps>;

/** Secondary words within a line. */
export function MutedText(props: MutedProps) {
  return <Box component="span" c="dimmed" {...props} />;
}

type MutedNoteProps = BoxProps & Omit<ComponentPropsWithoutRef<"p">, keyof BoxProps>;

/** A secondary paragraph. It has the margins that it is given and no others. */
export function MutedNote(props: MutedNoteProps) {
  return <Box component="p" c="dimmed" m={0} {...props} />;
}

type PlainListProps = BoxProps &
  Omit<ComponentPropsWithoutRef<"ul">, keyof BoxProps> & {
    component?: "ul" | "ol";
    /** Space between two entries. Without it the entries keep their own margins. */
    gap?: MantineSpacing;
  };

/** A list without markers and indent. */
export function PlainList({ component = "ul", gap, style, ...others }: PlainListProps) {
  return (
    <Box
      component={component as "ul"}
      display={gap === undefined ? undefined : "grid"}
      m={0}
      p={0}
      style={[{ listStyle: "none", gap: getSpacing(gap) }, style]}
      {...others}
    />
  );
}
