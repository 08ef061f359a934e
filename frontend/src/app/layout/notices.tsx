import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { components } from "@/api/generated";
import { ShowMore } from "@/components/show-more";
import { $api } from "@/lib/api/client";
import { hasName, itemName } from "@/lib/api/item-name";
import { keysetPagination, loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { AppLink } from "@/lib/routing/app-link";
import type { LinkTarget } from "@/lib/routing/pages";

import classes from "./bell.module.css";

type Notice = components["schemas"]["Notification"];

const NOTICES = "/api/projects/{slug}/notices/";
const READS = { outdates: [NOTICES] } as const;

interface NoticesProps {
  slug: string;
  unread: number;
  onClose: () => void;
}

/** Notifications of a project, the newest first. */
export function NotificationList({ slug, unread, onClose }: NoticesProps) {
  const { t } = useTranslation("app");
  const params = { path: { slug } };
  const list = $api.useInfiniteQuery(
    "get",
    NOTICES,
    { params },
    { ...keysetPagination, staleTime: 0 },
  );
  const notices = loadedRows(list.data);
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
              onClick={() => {
                onClose();
                if (notice.read_at === null) {
                  readOne.mutate({ params: { path: { slug, notice_id: notice.id } } });
                }
              }}
            >
              {hasName(notice)
                ? t(`bell.kind.${notice.kind}`, { number: itemName(notice) })
                : t(`bell.unnamed.${notice.kind}`)}
            </AppLink>
            {notice.text && (
              <Text inherit className="anywhere" lineClamp={3} style={{ whiteSpace: "pre-line" }}>
                {notice.text}
              </Text>
            )}
            <p className={classes.at}>
              {notice.read_at === null && <span>{t("bell.new")} · </span>}
              <RelativeTime at={notice.created_at} />
            </p>
          </li>
        ))}
      </ul>
      <ShowMore list={list} label={t("bell.more")} />
    </>
  );
}

/** Return the link to the subject of a notification. */
function targetOf({ kind, subject_id }: Notice, slug: string): LinkTarget {
  const id = String(subject_id);
  switch (kind) {
    case "work_returned":
    case "checklist_failed":
      return { page: "myWork", params: { slug } };
    case "work_lapsed":
      return { page: "annotate", params: { slug } };
    case "question_returned":
      return { page: "reworkCase", params: { slug, id } };
    case "round_opened":
      return { page: "validate", params: { slug } };
    case "checklist_opened":
      return { page: "questions", params: { slug } };
    case "test_set_assigned":
      return { page: "baseline", params: { slug } };
    case "password_link_made":
    case "password_link_used":
    case "password_changed":
    case "password_set":
    case "email_changed":
    case "token_created":
    case "role_changed":
    case "member_removed":
      return { page: "account" };
    default:
      return { page: "thread", params: { slug, id } };
  }
}
