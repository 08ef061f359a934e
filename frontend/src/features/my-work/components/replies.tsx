import { Flex } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { StatusBadge } from "@/components/status-badge";
import type { Thread } from "@/components/talk/threads";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { AppLink } from "@/lib/routing/app-link";

import { useMyCalibration, useMyThreads } from "../api";
import classes from "./replies.module.css";

const MOST = 5;

/** Questions, declined items and their outcomes, and the comparison of the calibration. */
export function DiscussionReplies({ slug }: { slug: string }) {
  const { t } = useTranslation("my-work");
  const threads = useMyThreads(slug).data?.results.filter(({ mine }) => mine) ?? [];
  const calibration = useMyCalibration(slug).data?.calibration;
  return (
    <>
      {calibration && (
        <Flex component="p" gap="0.5rem" align="center" m="1.5rem 0 0">
          <IconTargetArrow size={18} aria-hidden="true" />
          <AppLink to={{ page: "calibration" }}>{t("replies.calibration")}</AppLink>
        </Flex>
      )}
      {threads.length > 0 && (
        <section aria-labelledby="replies" className={classes.replies}>
          <h2 id="replies">{t("replies.title")}</h2>
          <ul>
            {threads.slice(0, MOST).map((thread) => (
              <Reply key={thread.id} thread={thread} />
            ))}
          </ul>
          {threads.length > MOST && (
            <AppLink to={{ page: "talk" }}>{t("replies.all", { count: threads.length })}</AppLink>
          )}
        </section>
      )}
    </>
  );
}

function Reply({ thread }: { thread: Thread }) {
  return (
    <li>
      <AppLink to={{ page: "thread", params: { id: String(thread.id) } }}>{thread.opening}</AppLink>
      <StatusBadge state={`thread.${thread.status}`} />
      <RelativeTime at={thread.written_at} />
    </li>
  );
}
