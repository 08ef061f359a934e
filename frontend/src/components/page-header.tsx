import { Title } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./page-header.module.css";

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence: what this page is for or what it says. */
  lead?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Above the title: an `<AppLink>` to where this page belongs. */
  back?: ReactNode;
}

export function PageHeader({ title, lead, actions, back }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && <div className={classes.back}>{back}</div>}
        <Title order={1}>{title}</Title>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
