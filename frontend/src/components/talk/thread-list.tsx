import { AppLink } from "@/lib/routing/app-link";

import { StatusBadge } from "../status-badge";
import classes from "./item-talk.module.css";
import type { Thread } from "./threads";

/** Discussions by how they began, with their state and outcome. */
export function ThreadList({ threads }: { threads: readonly Thread[] }) {
  return (
    <ul className={classes.earlier}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <AppLink to={{ page: "thread", params: { id: String(thread.id) } }}>
            {thread.opening}
          </AppLink>{" "}
          <StatusBadge state={`thread.${thread.status}`} />
          {thread.resolution && <p>{thread.resolution}</p>}
        </li>
      ))}
    </ul>
  );
}
