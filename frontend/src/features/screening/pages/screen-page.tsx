import { Box, Button, Group, VisuallyHidden } from "@mantine/core";
import { IconArrowBackUp, IconPhotoCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { ImageView } from "@/components/image/image-view";
import { usePreload } from "@/components/image/use-preload";
import { CommandButton } from "@/lib/commands/command-button";
import type { Command } from "@/lib/commands/types";
import { useCommandGroup, useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import { type ScreeningReason, useScreeningRules } from "@/lib/protocol/screening";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { progressOptions } from "../api";
import { screeningCommands } from "../commands";
import { DecisionKeys, ReasonKeys } from "../components/decision-keys";
import { DecisionStrip } from "../components/decision-strip";
import { ReasonNote } from "../components/reason-note";
import { SwipeToDecide } from "../components/swipe";
import { type Screening, useScreening } from "../use-screening";
import classes from "./screen-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/screen");
const PRELOADED = 5;

export function ScreenPage() {
  const { t } = useTranslation("screening");
  const { slug } = route.useParams();
  const screening = useScreening(slug);
  const { can } = useProject();
  const { coming, decided } = screening;
  const [current] = coming;
  const [whyFor, setWhyFor] = useState<number | null>(null);
  const asksWhy = current !== undefined && whyFor === current.id;
  const askWhy = (asks: boolean) => {
    setWhyFor(asks && current ? current.id : null);
  };
  usePreload(coming.slice(1, 1 + PRELOADED).map((picture) => picture.preview_url));

  return (
    <div className={classes.page}>
      <VisuallyHidden component="h1">{t("title")}</VisuallyHidden>
      <div className={classes.picture}>
        {current ? (
          <Stage key={current.id} screening={screening} onDiscard={askWhy} />
        ) : (
          !screening.isLoading && (
            <Box p="var(--page-padding)">
              <NothingLeft screening={screening} />
            </Box>
          )
        )}
      </div>
      {(current || decided.length > 0) && (
        <>
          <Workspace slug={slug} screening={screening} asksWhy={asksWhy} onAskWhy={askWhy} />
          <div className={classes.strip}>
            <DecisionStrip decided={decided} onTakeBack={screening.takeBack} />
          </div>
        </>
      )}
      {(current || screening.voted > 0 || can("organize")) && (
        <Corner slug={slug} screening={screening} />
      )}
      <p className={classes.said} role="status">
        {decided[0]?.state === "refused" && t("refused", { problem: decided[0].problem })}
      </p>
    </div>
  );
}

function Stage({
  screening,
  onDiscard,
}: {
  screening: Screening;
  onDiscard: (asks: true) => void;
}) {
  const { t } = useTranslation("screening");
  const [zoomed, setZoomed] = useState(false);
  const [current] = screening.coming;
  if (!current) return null;
  return (
    <SwipeToDecide
      enabled={!zoomed}
      left={{
        word: t("decision.discard"),
        run: () => {
          onDiscard(true);
        },
      }}
      right={{
        word: t("decision.keep"),
        run: () => {
          screening.decide("keep");
        },
      }}
    >
      <ImageView
        src={current.preview_url}
        alt={t("picture", { number: current.id })}
        width={current.width}
        height={current.height}
        onZoomed={setZoomed}
      />
    </SwipeToDecide>
  );
}

/** The question and its keys; after "Discard" the reasons in the same place. */
function Workspace({
  slug,
  screening,
  asksWhy,
  onAskWhy,
}: {
  slug: string;
  screening: Screening;
  asksWhy: boolean;
  onAskWhy: (asks: boolean) => void;
}) {
  const { t } = useTranslation("screening");
  const { pick } = useLocale();
  const rules = useScreeningRules(slug);
  const [current] = screening.coming;
  const hasPicture = current !== undefined;
  const [last] = screening.decided;
  const [noteFor, setNoteFor] = useState<{ image: number; reason: ScreeningReason } | null>(null);
  const asksNote = asksWhy && noteFor?.image === current?.id ? noteFor : null;

  const commands = useCommands(screeningCommands, {
    keep: {
      run: () => {
        screening.decide("keep");
      },
      enabled: hasPicture,
    },
    discard: {
      run: () => {
        onAskWhy(true);
      },
      enabled: hasPicture && !asksWhy,
    },
    unsure: {
      run: () => {
        screening.decide("unsure");
      },
      enabled: hasPicture,
    },
    undo: {
      run: () => {
        if (last) screening.takeBack(last.image.id);
      },
      enabled: last !== undefined,
    },
    back: {
      run: () => {
        onAskWhy(false);
      },
      enabled: asksWhy,
    },
  });
  const reasons = rules.reasons.slice(0, 9).map((reason, index): Command => ({
    id: `screening.reason.${reason.id}`,
    label: pick(reason.title),
    keys: [String(index + 1)],
    scope: "screening",
    enabled: asksWhy && asksNote === null,
    run: () => {
      if (reason.text && current) setNoteFor({ image: current.id, reason });
      else screening.decide("discard", reason.id);
    },
  }));
  useCommandGroup({
    scope: "screening",
    title: t("why"),
    commands: reasons,
    inDialog: false,
  });

  return (
    <div className={classes.decision}>
      <Group justify="space-between" wrap="nowrap" mih="2.25rem" mb="0.3rem">
        <span>{asksWhy ? t("why") : pick(rules.question)}</span>
        <CommandButton
          command={commands.undo}
          variant="subtle"
          color="gray"
          size="compact-md"
          flex="none"
          leftSection={<IconArrowBackUp size={18} />}
        />
      </Group>
      <div className={classes.keys}>
        {asksNote ? (
          <ReasonNote
            title={pick(asksNote.reason.title)}
            onSend={(note) => {
              screening.decide("discard", asksNote.reason.id, note);
              setNoteFor(null);
            }}
            onBack={() => {
              setNoteFor(null);
            }}
          />
        ) : asksWhy ? (
          <ReasonKeys reasons={reasons} back={commands.back} />
        ) : (
          <DecisionKeys keep={commands.keep} discard={commands.discard} unsure={commands.unsure} />
        )}
      </div>
    </div>
  );
}

function Corner({ slug, screening }: { slug: string; screening: Screening }) {
  const { t } = useTranslation("screening");
  const { format } = useLocale();
  const { can } = useProject();
  const { data: progress } = useQuery(progressOptions(slug));
  const undecided = progress?.undecided ?? 0;
  return (
    <div className={classes.corner}>
      <span>
        {t("left", { count: screening.left, number: format.number(screening.left) })}
        {" · "}
        {t("voted", { number: format.number(screening.voted) })}
      </span>
      {screening.pace !== null && (
        <span>{t("pace", { number: format.number(screening.pace, 0) })}</span>
      )}
      {can("organize") && (
        <AppLink to={{ page: "undecided" }}>
          {undecided > 0
            ? t("undecided.link", { count: undecided, number: format.number(undecided) })
            : t("agreement.title")}
        </AppLink>
      )}
    </div>
  );
}

function NothingLeft({ screening }: { screening: Screening }) {
  const { t } = useTranslation("screening");
  const { slug } = route.useParams();
  const { can } = useProject();
  const { data: progress } = useQuery(progressOptions(slug));
  const others = (progress?.decided ?? 0) + (progress?.in_screening ?? 0) > 0;
  const kind = screening.voted > 0 ? "done" : others ? "byOthers" : "none";
  return (
    <EmptyState
      icon={<IconPhotoCheck size={40} stroke={1.4} />}
      title={t(`${kind}.title`)}
      action={
        <>
          {can("organize") ? (
            <Button renderRoot={(props) => <AppLink to={{ page: "import" }} {...props} />}>
              {t("none.import")}
            </Button>
          ) : (
            <Button renderRoot={(props) => <AppLink to={{ page: "annotate" }} {...props} />}>
              {t("done.annotate")}
            </Button>
          )}{" "}
          <Button variant="default" loading={screening.isLoading} onClick={screening.lookAgain}>
            {t("done.again")}
          </Button>
        </>
      }
    >
      {t(`${kind}.text`)}
    </EmptyState>
  );
}
