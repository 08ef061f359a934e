import { Button, Group, Switch, Textarea } from "@mantine/core";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ItemPictures } from "@/components/picture/item-pictures";
import { ProblemAlert } from "@/components/problem-alert";
import { ReasonDialog } from "@/components/reason-dialog";
import { StatusBadge } from "@/components/status-badge";
import { Messages } from "@/components/talk/messages";
import { TALK_POLL_MS, type ThreadDetail, THREADS } from "@/components/talk/threads";
import { $api } from "@/lib/api/client";
import { itemName } from "@/lib/api/item-name";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { threadOptions } from "../api";
import { talkCommands } from "../commands";
import { ThreadAbout, ThreadMarks } from "../components/thread-row";
import classes from "./talk.module.css";

const route = getRouteApi("/signed-in/projects/$slug/talk/$id");

const THREAD = `${THREADS}{thread_id}/` as const;

/** The picture, and what was said of it. */
export function ThreadPage() {
  const { t } = useTranslation("talk");
  const { slug, id } = route.useParams();
  const options = threadOptions(slug, Number(id));
  const thread = useSuspenseQuery({ ...options, refetchInterval: TALK_POLL_MS }).data;
  const queries = useQueryClient();
  const organizes = useProject().can("organizer");
  const show = (changed: ThreadDetail) => {
    queries.setQueryData(options.queryKey, changed);
  };
  const [image] = thread.images;
  return (
    <>
      <PageHeader
        title={<ThreadAbout thread={thread} />}
        back={<AppLink to={{ page: "talk" }}>{t("back")}</AppLink>}
        actions={
          organizes &&
          image && (
            <AppLink to={{ page: "image", params: { id: String(image.id) } }}>{t("life")}</AppLink>
          )
        }
      />
      <div className={classes.thread}>
        <div className={classes.picture}>
          <ItemPictures images={thread.images} number={itemName(thread)} />
        </div>
        <div className={classes.talk}>
          <div className={classes.facts}>
            <StatusBadge state={`thread.${thread.status}`} />
            <ThreadMarks thread={thread} />
          </div>
          <Messages messages={thread.messages} />
          {thread.resolution && (
            <p className={classes.resolved}>
              <strong>{t("resolution")}</strong> {thread.resolution}
            </p>
          )}
          {organizes && thread.origin === "validating" && (
            <p className={classes.warning}>{t("validatorHint")}</p>
          )}
          <Writing key={thread.id} slug={slug} thread={thread} onWritten={show} />
          {organizes && <Settling slug={slug} thread={thread} onSettled={show} />}
        </div>
      </div>
    </>
  );
}

interface WritingProps {
  slug: string;
  thread: ThreadDetail;
  onWritten: (thread: ThreadDetail) => void;
}

function Writing({ slug, thread, onWritten }: WritingProps) {
  const { t } = useTranslation("talk");
  const [text, setText] = useState("");
  const write = $api.useMutation("post", `${THREAD}messages/`, {
    meta: { outdates: [THREADS] },
    onSuccess: (changed) => {
      setText("");
      onWritten(changed);
    },
  });
  const commands = useCommands(talkCommands, {
    send: {
      run: () => {
        const path = { slug, thread_id: thread.id };
        write.mutate({ params: { path }, body: { text: text.trim() } });
      },
      enabled: text.trim() !== "" && !write.isPending,
    },
  });
  return (
    <div className={classes.write}>
      <Textarea
        label={t(thread.status === "closed" ? "writeAgain" : "write")}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={8000}
      />
      {write.error && <ProblemAlert error={write.error} />}
      <Group>
        <CommandButton command={commands.send} loading={write.isPending} />
      </Group>
    </div>
  );
}

interface SettlingProps {
  slug: string;
  thread: ThreadDetail;
  onSettled: (thread: ThreadDetail) => void;
}

/** For organizers: say what it came to, and whether the guidelines leave it open. */
function Settling({ slug, thread, onSettled }: SettlingProps) {
  const { t } = useTranslation("talk");
  const [isClosing, setClosing] = useState(false);
  const params = { path: { slug, thread_id: thread.id } };
  const close = $api.useMutation("post", `${THREAD}close/`, {
    meta: { outdates: [THREADS] },
    onSuccess: (changed) => {
      setClosing(false);
      onSettled(changed);
    },
  });
  const flag = $api.useMutation("post", `${THREAD}gap/`, {
    meta: { outdates: [THREADS] },
    onSuccess: onSettled,
  });
  return (
    <div className={classes.write}>
      <Switch
        label={t("gap.switch")}
        description={t("gap.hint")}
        checked={thread.guideline_gap}
        disabled={flag.isPending}
        onChange={(event) => {
          flag.mutate({ params, body: { gap: event.currentTarget.checked } });
        }}
      />
      {flag.error && <ProblemAlert error={flag.error} />}
      {thread.status !== "closed" && (
        <Group>
          <Button
            variant="default"
            onClick={() => {
              setClosing(true);
            }}
          >
            {t("close.open")}
          </Button>
        </Group>
      )}
      <ReasonDialog
        opened={isClosing}
        title={t("close.title")}
        action={t("close.action")}
        pending={close.isPending}
        error={close.error}
        onConfirm={(resolution) => {
          close.mutate({ params, body: { resolution } });
        }}
        onClose={() => {
          setClosing(false);
        }}
      >
        {t("close.follows")}
      </ReasonDialog>
    </div>
  );
}
