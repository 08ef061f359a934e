import { Box, getSpacing, type BoxProps, type MantineSpacing } from "@mantine/core";
import type { ComponentPropsWithoutRef } from "react";

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
