import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

import { EmptyState, type EmptyStateProps } from "@/components/empty-state";

import classes from "./empty-desk.module.css";

interface InsteadOfDeskProps {
  /** Title of the page. */
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

/** The reason why there is no item, and links to other work. */
export function EmptyDesk({ page, ...state }: EmptyStateProps & { page: string }) {
  return (
    <InsteadOfDesk page={page}>
      <EmptyState {...state} />
    </InsteadOfDesk>
  );
}
