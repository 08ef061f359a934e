import { Box, type BoxProps } from "@mantine/core";
import type { ComponentProps } from "react";

type SideLinedProps = BoxProps &
  Omit<ComponentProps<"div">, keyof BoxProps> & {
    component?: "div" | "p";
    /** Colour of the line. */
    line: string;
  };

/** A block that a line at its side sets apart from what is around it. */
export function SideLined({ component = "div", line, style, ...others }: SideLinedProps) {
  return (
    <Box
      component={component as "div"}
      ps="0.9rem"
      style={[{ borderInlineStart: `3px solid ${line}` }, style]}
      {...others}
    />
  );
}
