import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

import { EmptyState, type EmptyStateProps } from "@/components/empty-state";

import classes from "./empty-desk.module.css";

interface InsteadOfDeskProps {
  /** The name of the page. */
  page: string;
  children: ReactNode;
}

/** What is there where there is no desk. */
export function InsteadOfDesk({ page, children }: InsteadOfDeskProps) {
  return (
    <div className={classes.padded}>
      <VisuallyHidden component="h1">{page}</VisuallyHidden>
      {children}
    </div>
  );
}

/** Why there is nothing on the desk, and where to go. */
export function EmptyDesk({ page, ...state }: EmptyStateProps & { page: string }) {
  return (
    <InsteadOfDesk page={page}>
      <EmptyState {...state} />
    </InsteadOfDesk>
  );
}
