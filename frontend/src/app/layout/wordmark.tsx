import { AppLink } from "@/lib/routing/app-link";

import classes from "./wordmark.module.css";

/** The name of the product: a line above, its meaning dotted below. */
export function Wordmark() {
  return (
    <AppLink to={{ page: "projects" }} className={classes.mark}>
      Subtext
    </AppLink>
  );
}
