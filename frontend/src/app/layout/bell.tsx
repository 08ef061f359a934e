import { ActionIcon, Button, Indicator, Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { $api } from "@/lib/api/client";
import { itemName } from "@/lib/api/item-name";
import { keyset, rowsOf } from "@/lib/api/keyset";
import { outdate, type Resource } from "@/lib/api/outdate";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { AppLink } from "@/lib/routing/app-link";
import type { Target } from "@/lib/routing/pages";

import classes from "./bell.module.css";

type Notice = components["schemas"]["Notice"];

const POLL_MS = 15_000;
const NOTICES = "/api/projects/{slug}/notices/";
const UNREAD = `${NOTICES}unread/` as const;
const READS = { outdates: [NOTICES] } as const;
/** What a notice speaks of may be on the page: it is asked for anew. */
const CONCERNED: readonly Resource[] = [
  "/api/projects/{slug}/annotate/work/",
  "/api/projects/{slug}/rework/",
  "/api/projects/{slug}/threads/",
  NOTICES,
];

/** What one should know of a project, and how much of it is unread. */
export function Bell({ slug }: { slug: string }) {
  const { t } = useTranslation("app");
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const params = { path: { slug } };
  const { data } = $api.useQuery("get", UNREAD, { params }, { refetchInterval: POLL_MS });
  const unread = data?.unread ?? 0;
  const before = useRef(unread);
  useEffect(() => {
    if (unread > before.current) void outdate(queries, ...CONCERNED);
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
          <Indicator disabled={unread === 0} label={unread > 99 ? "99+" : unread} size={18}>
            <IconBell size={20} />
          </Indicator>
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

interface NoticesProps {
  slug: string;
  unread: number;
  onClose: () => void;
}

function Notices({ slug, unread, onClose }: NoticesProps) {
  const { t } = useTranslation("app");
  const params = { path: { slug } };
  const list = $api.useInfiniteQuery("get", NOTICES, { params }, { ...keyset, staleTime: 0 });
  const notices = rowsOf(list.data);
  const readAll = $api.useMutation("post", `${NOTICES}read/`, { meta: READS });
  const readOne = $api.useMutation("post", `${NOTICES}{notice_id}/read/`, { meta: READS });
  const [newest] = notices;
  return (
    <>
      <div className={classes.head}>
        <h2>{t("bell.title")}</h2>
        {unread > 0 && newest && (
          <Button
            variant="subtle"
            size="compact-md"
            loading={readAll.isPending}
            onClick={() => {
              readAll.mutate({ params, body: { up_to: newest.id } });
            }}
          >
            {t("bell.readAll")}
          </Button>
        )}
      </div>
      {list.isSuccess && notices.length === 0 && <p className={classes.none}>{t("bell.empty")}</p>}
      <ul className={classes.list}>
        {notices.map((notice) => (
          <li key={notice.id} data-unread={notice.read_at === null || undefined}>
            <AppLink
              to={targetOf(notice, slug)}
              className={classes.notice}
              onClick={() => {
                onClose();
                if (notice.read_at === null) {
                  readOne.mutate({ params: { path: { slug, notice_id: notice.id } } });
                }
              }}
            >
              {t(`bell.kind.${notice.kind}`, { number: itemName(notice) })}
            </AppLink>
            {notice.text && <p className={classes.text}>{notice.text}</p>}
            <p className={classes.at}>
              {notice.read_at === null && <span>{t("bell.new")} · </span>}
              <RelativeTime at={notice.created_at} />
            </p>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("bell.more")}
        </Button>
      )}
    </>
  );
}

/** Where to see what a notice speaks of. */
function targetOf({ kind, subject_id }: Notice, slug: string): Target {
  const id = String(subject_id);
  switch (kind) {
    case "work_returned":
      return { page: "myWork", params: { slug } };
    case "work_lapsed":
      return { page: "annotate", params: { slug } };
    case "question_returned":
      return { page: "reworkCase", params: { slug, id } };
    default:
      return { page: "thread", params: { slug, id } };
  }
}
