import { keyLabel } from "./keys";
import classes from "./kbd.module.css";

/** A key as printed on its control. Hidden from screen readers, which read `aria-keyshortcuts`. */
export function KeyboardKey({ keys }: { keys: string }) {
  return (
    <kbd className={classes.kbd} aria-hidden="true">
      {keyLabel(keys)}
    </kbd>
  );
}
