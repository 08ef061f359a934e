import { Box, Button, Group, Skeleton } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { PlainList } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { ImageView } from "@/components/image/image-view";
import { usePreload } from "@/components/image/use-preload";
import { ProblemAlert } from "@/components/problem-alert";
import { $api } from "@/lib/api/client";
import { loadedRows } from "@/lib/api/keyset";
import { ALL_PROJECT_RESOURCES } from "@/lib/api/outdate";
import { CommandButton } from "@/lib/commands/command-button";
import type { Command } from "@/lib/commands/types";
import { useCommandGroup, useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { type ScreeningReason, useScreeningRules } from "@/lib/protocol/screening";
import { AppLink } from "@/lib/routing/app-link";
import { useToasts } from "@/lib/toasts/use-toasts";

import { DECIDE, type Decision, type UndecidedImage, useUndecidedImages } from "../api";
import { undecidedCommands } from "../commands";
import { ReasonKeys } from "../components/decision-keys";
import { ReasonNote } from "../components/reason-note";
import { VotesAgree } from "../components/votes-agree";
import classes from "./undecided-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/screen/undecided");

/** For organizers: images without a majority. */
export function UndecidedPage() {
  const { t } = useTranslation("screening");
  const { slug } = route.useParams();
  const list = useUndecidedImages(slug);
  const [decided, setDecided] = useState<readonly number[]>([]);
  const left = loadedRows(list.data).filter(({ id }) => !decided.includes(id));
  const [current, ...coming] = left;
  usePreload(coming.slice(0, 3).map((picture) => picture.preview_url));
  const toasts = useToasts();
  const back = (id: number) => {
    setDecided((ids) => ids.filter((one) => one !== id));
  };
  const undecide = $api.useMutation("delete", DECIDE, {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
    onSuccess: (_nothing, { params }) => {
      back(params.path.image_id);
    },
  });
  const decide = $api.useMutation("post", DECIDE, {
    meta: { outdates: [ALL_PROJECT_RESOURCES] },
    onSuccess: (_nothing, { params, body: { decision } }) => {
      const message = t("undecided.done", {
        number: params.path.image_id,
        decision: t(`decision.${decision}`),
      });
      toasts.undo(message, () => {
        undecide.mutate({ params });
      });
    },
    onError: (_error, { params }) => {
      back(params.path.image_id);
    },
  });
  const onDecide = (id: number, decision: Decision, reason: string, note: string) => {
    setDecided([...decided, id]);
    decide.mutate({
      params: { path: { slug, image_id: id } },
      body: { decision, reason, note },
    });
  };
  const failed = decide.error ?? undecide.error;

  return (
    <>
      <PageHeader
        back={<AppLink to={{ page: "screen" }}>{t("title")}</AppLink>}
        title={t("undecided.title")}
        lead={t("undecided.lead")}
      />
      {failed && (
        <ProblemAlert
          error={failed}
          onRetry={() => {
            decide.reset();
            undecide.reset();
            void list.refetch();
          }}
        />
      )}
      {list.isPending ? (
        <Skeleton height={420} />
      ) : current ? (
        <Case key={current.id} slug={slug} image={current} left={left.length} onDecide={onDecide} />
      ) : (
        <EmptyState
          icon={<IconScale size={40} stroke={1.4} />}
          title={t("undecided.none.title")}
          action={
            <Button renderRoot={(props) => <AppLink to={{ page: "screen" }} {...props} />}>
              {t("undecided.none.action")}
            </Button>
          }
        >
          {t("undecided.none.text")}
        </EmptyState>
      )}
      <VotesAgree slug={slug} />
    </>
  );
}

function Case({
  slug,
  image,
  left,
  onDecide,
}: {
  slug: string;
  image: UndecidedImage;
  left: number;
  onDecide: (id: number, decision: Decision, reason: string, note: string) => void;
}) {
  const { t } = useTranslation("screening");
  const { format, pick } = useLocale();
  const { reasons } = useScreeningRules(slug);
  const [asksWhy, setAsksWhy] = useState(false);
  const [noteFor, setNoteFor] = useState<ScreeningReason | null>(null);
  const commands = useCommands(undecidedCommands, {
    keep: () => {
      onDecide(image.id, "keep", "", "");
    },
    discard: {
      run: () => {
        setAsksWhy(true);
      },
      enabled: !asksWhy,
    },
    back: {
      run: () => {
        setAsksWhy(false);
      },
      enabled: asksWhy,
    },
  });
  const why = reasons.slice(0, 9).map((reason, index): Command => ({
    id: `undecided.reason.${reason.id}`,
    label: pick(reason.title),
    keys: [String(index + 1)],
    scope: "undecided",
    enabled: asksWhy && noteFor === null,
    run: () => {
      if (reason.text) setNoteFor(reason);
      else onDecide(image.id, "discard", reason.id, "");
    },
  }));
  useCommandGroup({ scope: "undecided", title: t("why"), commands: why, inDialog: false });

  return (
    <div className={classes.case}>
      <div className={classes.picture}>
        <ImageView
          src={image.preview_url}
          alt={t("picture", { number: image.id })}
          width={image.width}
          height={image.height}
        />
      </div>
      <div>
        <Box component="h2" m="0 0 0.5rem" fz="1.0625rem">
          {t("undecided.votes")}
        </Box>
        <PlainList m="0 0 1.5rem">
          {image.votes.map(({ decision, reason, note }, index) => (
            <li key={index}>
              {t("undecided.vote", { letter: String.fromCharCode(65 + index) })}
              {format.gap}
              <strong>{t(`decision.${decision}`)}</strong>
              {reason &&
                `${format.colon}${pick(reasons.find(({ id }) => id === reason)?.title) || reason}`}
              {note && `${format.colon}${note}`}
            </li>
          ))}
        </PlainList>
        {asksWhy ? (
          <div className={classes.why}>
            <Box component="h2" m="0 0 0.5rem" fz="1.0625rem">
              {t("why")}
            </Box>
            {noteFor ? (
              <ReasonNote
                title={pick(noteFor.title)}
                onSend={(note) => {
                  onDecide(image.id, "discard", noteFor.id, note);
                }}
                onBack={() => {
                  setNoteFor(null);
                }}
              />
            ) : (
              <ReasonKeys reasons={why} back={commands.back} />
            )}
          </div>
        ) : (
          <Group gap="sm" align="stretch">
            <CommandButton command={commands.keep} />
            <CommandButton command={commands.discard} variant="default" />
          </Group>
        )}
        <Box component="p" mt="1.5rem" c="dimmed">
          {t("undecided.left", { count: left, number: format.number(left) })}
        </Box>
      </div>
    </div>
  );
}
