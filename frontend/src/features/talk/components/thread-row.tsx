import { Box } from "@mantine/core";
import { IconBook2, IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Thumbnail } from "@/components/image/thumbnail";
import { Badge, StatusBadge } from "@/components/status-badge";
import type { Thread } from "@/components/talk/threads";
import { hasName, itemName } from "@/lib/api/item-name";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { AppLink } from "@/lib/routing/app-link";

import classes from "../pages/talk.module.css";

/** A discussion in a list: its item, kind and state. */
export function ThreadRow({ thread }: { thread: Thread }) {
  const { t } = useTranslation("talk");
  const [image] = thread.images;
  return (
    <li className={classes.row}>
      <div className={classes.thumb}>
        {image && <Thumbnail src={image.thumbnail_url} alt="" height={56} />}
      </div>
      <div className={classes.words}>
        <AppLink
          to={{ page: "thread", params: { id: String(thread.id) } }}
          className={classes.opening}
        >
          {thread.opening}
        </AppLink>
        <Box component="p" c="dimmed">
          <ThreadAbout thread={thread} /> ·{" "}
          {thread.message_count > 0 && `${t("messages", { count: thread.message_count })} · `}
          <RelativeTime at={thread.written_at} />
        </Box>
        {thread.resolution && <p>{thread.resolution}</p>}
      </div>
      <div className={classes.states}>
        <StatusBadge state={`thread.${thread.status}`} />
        <ThreadMarks thread={thread} />
      </div>
    </li>
  );
}

const VALIDATED: readonly Thread["origin"][] = ["validating", "dissent"];

/** Item, question, kind and person of a discussion. */
export function ThreadAbout({ thread }: { thread: Thread }) {
  const { t } = useTranslation(["talk", "common"]);
  const parts = [
    hasName(thread)
      ? t("common:item.numbered", { number: itemName(thread) })
      : t(VALIDATED.includes(thread.origin) ? "about.validated" : "about.unnamed"),
    thread.question_position !== null && t("question", { number: thread.question_position }),
    thread.origin === "dissent" && t("dissent.badge"),
    thread.origin !== "dissent" && thread.purpose !== "question" && t(`purpose.${thread.purpose}`),
    thread.begun_by,
  ];
  return <>{parts.filter(Boolean).join(" · ")}</>;
}

/** Context for organizers before they answer. */
export function ThreadMarks({ thread }: { thread: Thread }) {
  const { t } = useTranslation("talk");
  return (
    <>
      {thread.guideline_gap && (
        <Badge tone="warn" icon={IconBook2}>
          {t("gap.badge")}
        </Badge>
      )}
      {thread.origin === "validating" && thread.begun_by !== null && (
        <Badge tone="accent" icon={IconEyeOff}>
          {t("validator")}
        </Badge>
      )}
    </>
  );
}
