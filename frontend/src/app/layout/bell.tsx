import { ActionIcon, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { $api } from "@/lib/api/client";
import { refetchResources, type ApiResource } from "@/lib/api/outdate";
import { loadWhenNeeded } from "@/lib/deferred";

import classes from "./bell.module.css";

const Notices = loadWhenNeeded(async () => (await import("./notices")).NotificationList);

const POLL_MS = 15_000;
const NOTICES = "/api/projects/{slug}/notices/";
const UNREAD = `${NOTICES}unread/` as const;
/** The notification may be about the open page, so its data is fetched again. */
const CONCERNED: readonly ApiResource[] = [
  "/api/projects/{slug}/annotate/work/",
  "/api/projects/{slug}/rework/",
  "/api/projects/{slug}/threads/",
  "/api/projects/{slug}/waiting/",
  NOTICES,
];

/** Notifications of a project, with the number of unread ones. */
export function NotificationBell({ slug }: { slug: string }) {
  const { t } = useTranslation("app");
  const queries = useQueryClient();
  // The links of mails open the list.
  const isLinked = useLocation({ select: ({ hash }) => hash === "notifications" });
  const [opened, setOpened] = useState(isLinked);
  const params = { path: { slug } };
  const { data } = $api.useQuery("get", UNREAD, { params }, { refetchInterval: POLL_MS });
  const unread = data?.unread ?? 0;
  const before = useRef(unread);
  useEffect(() => {
    if (unread > before.current) void refetchResources(queries, ...CONCERNED);
    before.current = unread;
  }, [unread, queries]);
  const label = unread > 0 ? t("bell.unread", { count: unread }) : t("bell.none");
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(26rem, 94vw)"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={label}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <IconBell size={20} />
          {unread > 0 && (
            <span className={classes.count} aria-hidden="true">
              {unread > 99 ? "99+" : unread}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t("bell.title")}>
        {opened && (
          <Notices
            slug={slug}
            unread={unread}
            onClose={() => {
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
