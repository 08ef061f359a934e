import { Title } from "@mantine/core";
import type { ReactNode } from "react";

import { WithTerms } from "./glossary/with-terms";
import classes from "./page-header.module.css";

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence about the purpose or result of the page; it may mark terms (`WithTerms`). */
  lead?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** Above the title: an `<AppLink>` to the parent page. */
  back?: ReactNode;
}

export function PageHeader({ title, lead, actions, back }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && <div className={classes.back}>{back}</div>}
        <Title order={1}>{title}</Title>
        {lead && (
          <p className={classes.lead}>
            {typeof lead === "string" ? <WithTerms text={lead} /> : lead}
          </p>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
