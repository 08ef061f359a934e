import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";

import type { NavigationPage } from "../navigation";
import classes from "./waiting-badge.module.css";

type Counted = keyof components["schemas"]["Waiting"];

/** Highest count of the server. */
const MOST = 100;
const POLL_MS = 60_000;

/** Kinds of tasks that wait, by entry of the sidebar. */
const WAITING: Partial<Record<NavigationPage, Counted>> = {
  overview: "failed_jobs",
  duplicates: "duplicates",
  adjudicate: "disagreements",
  talk: "discussions",
  annotate: "returned",
  rework: "rework",
};

/**
 * Number of tasks that wait for the reader on a page. The number is in the link; a screen reader
 * gets a text as the link's description by `id`.
 */
export function WaitingBadge({
  slug,
  page,
  id,
}: {
  slug: string;
  page: NavigationPage;
  id: string;
}) {
  const { t } = useTranslation("app");
  const { data } = $api.useQuery(
    "get",
    "/api/projects/{slug}/waiting/",
    { params: { path: { slug } } },
    { refetchInterval: POLL_MS, enabled: page in WAITING },
  );
  const counted = WAITING[page];
  const count = counted && data ? data[counted] : 0;
  if (!counted || count === 0) return null;
  const shown = count < MOST ? String(count) : `${String(MOST - 1)}+`;
  const words = t(`waiting.${counted}`, { count, shown });
  return (
    <>
      <span className={classes.badge} title={words} aria-hidden="true">
        {shown}
      </span>
      <span id={id} hidden>
        {words}
      </span>
    </>
  );
}
