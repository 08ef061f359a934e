import { Notifications } from "@mantine/notifications";

import { MOST_TOASTS } from "@/lib/toasts/use-toasts";

import classes from "./toasts.module.css";

/** Where toasts appear. */
export function Toasts() {
  return <Notifications position="top-center" limit={MOST_TOASTS} className={classes.toasts} />;
}
