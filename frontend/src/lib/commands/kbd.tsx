import { keyLabel } from "./keys";
import classes from "./kbd.module.css";

/** A key as it is printed on its control. Hidden from screen readers: `aria-keyshortcuts` says it. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className={classes.kbd} aria-hidden="true">
      {keyLabel(keys)}
    </kbd>
  );
}
