import { Button, Group, Switch, Textarea } from "@mantine/core";
import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { ItemImages } from "@/components/image/item-images";
import { SideLined } from "@/components/layout/side-lined";
import { ProblemAlert } from "@/components/problem-alert";
import { PlacedText } from "@/components/question/placed-text";
import { ValidatorAnswers } from "@/components/question/validator-answers";
import { ReasonDialog } from "@/components/reason-dialog";
import { roundsOptions } from "@/components/rounds/rounds";
import { StatusBadge } from "@/components/status-badge";
import { Messages } from "@/components/talk/messages";
import { TALK_POLL_MS, type ThreadDetail, THREADS } from "@/components/talk/threads";
import { $api } from "@/lib/api/client";
import { itemName } from "@/lib/api/item-name";
import { CommandButton } from "@/lib/commands/command-button";
import { useCommands } from "@/lib/commands/use-commands";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import { threadOptions } from "../api";
import { talkCommands } from "../commands";
import { ThreadAbout, ThreadMarks } from "../components/thread-row";
import classes from "./talk.module.css";

const route = getRouteApi("/signed-in/projects/$slug/talk/$id");

const THREAD = `${THREADS}{thread_id}/` as const;

/** The image and the messages. */
export function ThreadPage() {
  const { t } = useTranslation("talk");
  const { slug, id } = route.useParams();
  const options = threadOptions(slug, Number(id));
  const thread = useSuspenseQuery({ ...options, refetchInterval: TALK_POLL_MS }).data;
  const queries = useQueryClient();
  const organizes = useProject().can("organize");
  const show = (changed: ThreadDetail) => {
    queries.setQueryData(options.queryKey, changed);
  };
  return (
    <>
      <PageHeader
        title={<ThreadAbout thread={thread} />}
        back={<AppLink to={{ page: "talk" }}>{t("back")}</AppLink>}
        actions={
          organizes &&
          thread.item_number !== null && (
            <AppLink to={{ page: "item", params: { number: String(thread.item_number) } }}>
              {t("life")}
            </AppLink>
          )
        }
      />
      <div className={classes.thread}>
        <div className={classes.picture}>
          <ItemImages images={thread.images} number={itemName(thread)} />
        </div>
        <div className={classes.talk}>
          <Group gap="0.35rem 1rem">
            <StatusBadge state={`thread.${thread.status}`} />
            <ThreadMarks thread={thread} />
          </Group>
          {thread.dissent && <DissentView dissent={thread.dissent} organizes={organizes} />}
          <Messages messages={thread.messages} />
          {thread.resolution && (
            <SideLined component="p" line="var(--good)" m={0}>
              <strong>{t("resolution")}</strong> {thread.resolution}
            </SideLined>
          )}
          {organizes && thread.origin === "validating" && (
            <SideLined component="p" line="var(--warn)" m={0}>
              {t("validatorHint")}
            </SideLined>
          )}
          <Writing key={thread.id} slug={slug} thread={thread} onWritten={show} />
          {organizes && <Settling slug={slug} thread={thread} onSettled={show} />}
        </div>
      </div>
    </>
  );
}

interface DissentProps {
  dissent: NonNullable<ThreadDetail["dissent"]>;
  organizes: boolean;
}

/** The question with a dissenting answer, and the effects of the outcome. */
function DissentView({ dissent, organizes }: DissentProps) {
  const { t } = useTranslation("talk");
  return (
    <section aria-label={t("dissent.title")} className={classes.dissent}>
      <p>{t(organizes ? "dissent.text" : "dissent.textMine")}</p>
      <p className={classes.stem}>
        <PlacedText text={dissent.stem} />
      </p>
      <ValidatorAnswers question={dissent} />
    </section>
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

/** Effects of the outcome of a question to organizers, and of a dissent. */
const FOLLOWS = {
  ask: "close.follows",
  close: "dissent.keepFollows",
  rework: "dissent.reworkFollows",
} as const;

/** For organizers: close with an outcome, and mark guideline gaps. */
function Settling({ slug, thread, onSettled }: SettlingProps) {
  const { t } = useTranslation("talk");
  const queries = useQueryClient();
  const go = useGoToPage();
  const [closing, setClosing] = useState<"close" | "rework" | null>(null);
  const holdsUp = thread.dissent?.holds_up ?? false;
  const params = { path: { slug, thread_id: thread.id } };
  const close = $api.useMutation("post", `${THREAD}close/`, {
    meta: { outdates: [THREADS, "/api/projects/{slug}/rounds/", "/api/projects/{slug}/rework/"] },
    onSuccess: async (changed) => {
      setClosing(null);
      onSettled(changed);
      if (!changed.dissent) return;
      // A dissent is settled so that its round can continue.
      const rounds = await queries.fetchQuery({ ...roundsOptions(slug), staleTime: 0 });
      const isLast = rounds.every(({ discussions_open }) => discussions_open === 0);
      go(isLast ? { page: "questions" } : { page: "talk", search: { show: "dissent" } });
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
              setClosing("close");
            }}
          >
            {t(holdsUp ? "dissent.keep" : "close.open")}
          </Button>
          {holdsUp && (
            <Button
              variant="default"
              onClick={() => {
                setClosing("rework");
              }}
            >
              {t("dissent.rework")}
            </Button>
          )}
        </Group>
      )}
      <ReasonDialog
        opened={closing !== null}
        title={t("close.title")}
        action={t(closing === "rework" ? "dissent.return" : "close.action")}
        pending={close.isPending}
        error={close.error}
        onConfirm={(resolution) => {
          close.mutate({ params, body: { resolution, send_to_rework: closing === "rework" } });
        }}
        onClose={() => {
          setClosing(null);
        }}
      >
        {t(FOLLOWS[holdsUp ? (closing ?? "close") : "ask"])}
      </ReasonDialog>
    </div>
  );
}
