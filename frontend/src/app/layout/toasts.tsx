import { Notifications } from "@mantine/notifications";

import classes from "./toasts.module.css";

/** Where toasts appear. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={1} className={classes.toasts} />;
}
