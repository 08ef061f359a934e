import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

import { EmptyState, type EmptyStateProps } from "@/components/empty-state";

import classes from "./empty-workspace.module.css";

interface InsteadOfWorkspaceProps {
  /** Title of the page. */
  page: string;
  children: ReactNode;
}

/** What is there where there is no workspace. */
export function InsteadOfWorkspace({ page, children }: InsteadOfWorkspaceProps) {
  return (
    <div className={classes.padded}>
      <VisuallyHidden component="h1">{page}</VisuallyHidden>
      {children}
    </div>
  );
}

/** The reason why there is no item, and links to other work. */
export function EmptyWorkspace({ page, ...state }: EmptyStateProps & { page: string }) {
  return (
    <InsteadOfWorkspace page={page}>
      <EmptyState {...state} />
    </InsteadOfWorkspace>
  );
}
