import { IconAlertTriangle, IconBulb } from "@tabler/icons-react";

import type { FieldNote } from "../form/notes";
import classes from "./field-notes.module.css";

/** Results of the checks of a field, a sentence each. */
export function FieldNotes({
  id,
  notes,
}: {
  id?: string;
  notes: readonly FieldNote[] | undefined;
}) {
  if (!notes || notes.length === 0) return null;
  return (
    <ul className={classes.notes} id={id}>
      {notes.map(({ level, message }) => {
        const Icon = level === "advise" ? IconBulb : IconAlertTriangle;
        return (
          <li key={message} data-level={level}>
            <Icon size={17} aria-hidden="true" />
            {message}
          </li>
        );
      })}
    </ul>
  );
}
