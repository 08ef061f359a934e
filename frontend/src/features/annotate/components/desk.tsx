import { Drawer, VisuallyHidden } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBook2,
  IconCloudOff,
  IconHistory,
} from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { PlacedPictures } from "@/components/question/placed-pictures";
import { ProblemAlert } from "@/components/problem-alert";
import { AskQuestion } from "@/components/talk/ask-question";
import { CommandButton } from "@/lib/commands/command-button";
import { CommandIcon } from "@/lib/commands/command-icon";
import { deferred } from "@/lib/deferred";
import { useLocale } from "@/lib/i18n/use-locale";

import { useHeartbeat } from "../draft/use-presence";
import { notesOf } from "../form/notes";
import { useDesk, type Work } from "../use-desk";
import { Banner } from "./banner";
import { Decline } from "./decline";
import classes from "./desk.module.css";
import { GuidelineStrip } from "./guideline-strip";
import { ItemNotices } from "./item-notices";
import { Pictures } from "./pictures";
import { ProgressLine } from "./progress-line";
import { RecordForm } from "./record-form";

const ConflictChoice = deferred(async () => (await import("./conflict-choice")).ConflictChoice);
const HistoryDrawer = deferred(async () => (await import("./history-drawer")).HistoryDrawer);

export interface DeskProps extends Work {
  /** What is on the page is not what the server holds. */
  onReload: () => void;
}

/** One item: the picture, and the form of the protocol beside it. */
export function Desk({ onReload, ...work }: DeskProps) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const { slug, protocol, slot } = work;
  const form = useRef<HTMLDivElement>(null);
  const lost = useHeartbeat(slug, slot.id, slot.mine);
  const { desk, dispatch, writing, edit, progress, commands, error, ...does } = useDesk(work, form);
  const { content, conflict, refused } = writing;
  const notes = notesOf(does.said, desk.attempted, pick);
  const place = desk.pointed ?? desk.focused;
  return (
    <div className={classes.desk}>
      <VisuallyHidden component="h1">
        {t("picture.name", { number: slot.item_code })}
      </VisuallyHidden>
      <Pictures
        images={slot.images}
        number={slot.item_code}
        shown={desk.picture}
        onShow={(picture) => {
          dispatch({ type: "show", picture });
        }}
      />
      <div className={classes.work}>
        <ProgressLine protocol={protocol} progress={progress} onGo={does.go} />
        <div className={classes.scroll}>
          <ItemNotices slug={slug} slot={slot} protocol={protocol} lost={lost} />
          {desk.isWaiting && (
            <Banner
              icon={IconCloudOff}
              tone="warn"
              title={t("offline.title")}
              onClose={() => {
                dispatch({ type: "stopWaiting" });
              }}
            >
              <p>{t("offline.text")}</p>
            </Banner>
          )}
          {error && <ProblemAlert error={error} safe={t("problem.safe")} />}
          {refused && <ProblemAlert error={refused} onRetry={onReload} safe={t("problem.safe")} />}
          {conflict ? (
            <ConflictChoice
              protocol={protocol}
              mine={content}
              theirs={conflict}
              onChoose={(chosen) => {
                edit({ type: "resolve", content: chosen });
              }}
            />
          ) : (
            <PlacedPictures images={slot.images}>
              <RecordForm
                ref={form}
                protocol={protocol}
                content={content}
                notes={notes}
                progress={progress}
                asked={slot.asked}
                current={desk.section}
                onEdit={edit}
                onEnter={(section) => {
                  dispatch({ type: "enter", section });
                }}
                onGo={does.go}
                onPlace={(at, by) => {
                  dispatch({ type: by, place: at });
                }}
                onNext={() => {
                  does.step(1, "field");
                }}
                onRemoveQuestion={does.removeQuestion}
                addQuestion={commands.addQuestion}
                removeQuestion={commands.removeQuestion}
              />
            </PlacedPictures>
          )}
        </div>
        <GuidelineStrip
          protocol={protocol}
          path={place?.path}
          choice={place?.choice}
          labels={content.labels}
          questions={content.questions}
        />
        <div className={classes.actions}>
          <div className={classes.tools} role="toolbar" aria-label={t("tools")}>
            <CommandIcon command={commands.guidelines}>
              <IconBook2 size={18} />
            </CommandIcon>
            <AskQuestion slug={slug} about={{ slot: slot.id }} iconOnly />
            <CommandIcon command={commands.undo}>
              <IconArrowBackUp size={18} />
            </CommandIcon>
            <CommandIcon command={commands.redo}>
              <IconArrowForwardUp size={18} />
            </CommandIcon>
            <CommandIcon command={commands.history}>
              <IconHistory size={18} />
            </CommandIcon>
          </div>
          {slot.mine && (
            <Decline
              command={commands.decline}
              reasons={protocol.annotation.decline_reasons}
              opened={desk.open.includes("decline")}
              onClose={() => {
                dispatch({ type: "close", panel: "decline" });
              }}
              onDecline={does.declineWith}
            />
          )}
          <CommandButton command={commands.handIn} />
        </div>
      </div>
      <HistoryDrawer
        slug={slug}
        slotId={slot.id}
        protocol={protocol}
        content={content}
        opened={desk.open.includes("history")}
        onClose={() => {
          dispatch({ type: "close", panel: "history" });
        }}
        onRestore={does.restore}
      />
      <Drawer
        opened={desk.open.includes("guidelines")}
        onClose={() => {
          dispatch({ type: "close", panel: "guidelines" });
        }}
        position="right"
        size="clamp(520px, 42vw, 760px)"
        withOverlay={false}
        lockScroll={false}
        title={t("guideline.title")}
        closeButtonProps={{ "aria-label": t("guideline.close") }}
      >
        <div className={classes.guidelines}>{pick(protocol.annotation.guidelines)}</div>
      </Drawer>
    </div>
  );
}
