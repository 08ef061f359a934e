import { Box, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./empty-state.module.css";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** 1 if nothing above it names the page. */
  level?: 1 | 2;
  /** The next step. */
  children?: ReactNode;
  /** The button for it. */
  action?: ReactNode;
}

/** An empty page with its next step and the button for it. */
export function EmptyState({ icon, title, level = 2, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {icon && (
        <Box mb="sm" c="dimmed" aria-hidden="true">
          {icon}
        </Box>
      )}
      <Title order={level} size="h2">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" component="div">
          {children}
        </Text>
      )}
      {action && <Box mt="lg">{action}</Box>}
    </div>
  );
}
