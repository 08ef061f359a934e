import type { ReactNode } from "react";

import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import type { LinkTarget } from "@/lib/routing/pages";

import { MutedText } from "./layout/primitives";
import classes from "./stat-number.module.css";

export interface StatNumberProps {
  /** A number is formatted; a text is shown as it is. */
  value: number | string;
  label: ReactNode;
  /** Link to the counted objects. */
  to?: LinkTarget;
  note?: ReactNode;
}

/** An important number with its name, as a link to the counted objects. */
export function StatNumber({ value, label, to, note }: StatNumberProps) {
  const { format } = useLocale();
  const body = (
    <>
      <span className={classes.value}>
        {typeof value === "number" ? format.number(value) : value}
      </span>
      <span className={classes.label}>{label}</span>
    </>
  );
  return (
    <div>
      {to ? (
        <AppLink to={to} className={classes.link}>
          {body}
        </AppLink>
      ) : (
        body
      )}
      {note && <MutedText display="block">{note}</MutedText>}
    </div>
  );
}
