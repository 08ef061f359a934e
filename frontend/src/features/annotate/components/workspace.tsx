import { VisuallyHidden } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import { PlacedImages } from "@/components/question/placed-images";
import { ProblemAlert } from "@/components/problem-alert";
import { loadWhenNeeded } from "@/lib/deferred";
import { useLocale } from "@/lib/i18n/use-locale";

import { useHeartbeat } from "../draft/use-presence";
import { collectFieldNotes } from "../form/notes";
import { useWorkspace, type Work } from "../use-workspace";
import { FormBanner } from "./banner";
import { WorkspaceActions } from "./workspace-actions";
import classes from "./workspace.module.css";
import { formatOfQuestionAt, GuidelineStrip } from "./guideline-strip";
import { ItemNotices } from "./item-notices";
import { ItemImagesView } from "./pictures";
import { ProgressLine, type ProgressLineProps } from "./progress-line";
import { RecordForm } from "./record-form";

const ConflictChoice = loadWhenNeeded(
  async () => (await import("./conflict-choice")).ConflictChoice,
);
const GuidelinesDrawer = loadWhenNeeded(
  async () => (await import("./guidelines-drawer")).GuidelinesDrawer,
);
const HistoryDrawer = loadWhenNeeded(async () => (await import("./history-drawer")).HistoryDrawer);

/** `questions`, or the id of the field that contains a path of the form. */
function sectionOfGuideline(path: string | undefined): string | undefined {
  const [part, id] = path?.split(".") ?? [];
  return part === "questions" ? part : id;
}

export interface WorkspaceProps extends Work {
  session?: ProgressLineProps["session"];
  /** The page differs from the server. */
  onReload: () => void;
}

/** One item: the image, and the protocol's form beside it. */
export function Workspace({ onReload, session, ...work }: WorkspaceProps) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const { slug, protocol, slot } = work;
  const form = useRef<HTMLDivElement>(null);
  const lost = useHeartbeat(slug, slot.id, slot.mine);
  const { workspace, dispatch, writing, edit, progress, commands, error, ...does } = useWorkspace(
    work,
    form,
  );
  const { content, conflict, refused } = writing;
  const { checks, refusals } = does;
  const { attempted } = workspace;
  const notes = useMemo(
    () => collectFieldNotes({ ...checks, refusals }, attempted, pick),
    [checks, refusals, attempted, pick],
  );
  const place = workspace.pointed ?? workspace.focused;
  return (
    <div className={classes.workspace}>
      <VisuallyHidden component="h1">
        {t("picture.name", { number: slot.item_code })}
      </VisuallyHidden>
      <ItemImagesView
        images={slot.images}
        number={slot.item_code}
        shown={workspace.picture}
        dispatch={dispatch}
      />
      <div className={classes.work}>
        <ProgressLine protocol={protocol} progress={progress} onGo={does.go} session={session} />
        <div className={classes.scroll} inert={workspace.isSending}>
          <ItemNotices slug={slug} slot={slot} protocol={protocol} lost={lost} />
          {workspace.isWaiting && (
            <FormBanner
              icon={IconCloudOff}
              tone="warn"
              title={t("offline.title")}
              onClose={() => {
                dispatch({ type: "stopWaiting" });
              }}
            >
              <p>{t("offline.text")}</p>
            </FormBanner>
          )}
          {error && <ProblemAlert error={error} safe={t("problem.safe")} />}
          {refused && <ProblemAlert error={refused} onRetry={onReload} safe={t("problem.safe")} />}
          {conflict ? (
            <ConflictChoice
              protocol={protocol}
              mine={content}
              theirs={conflict}
              isProtocolChange={writing.isProtocolConflict}
              onChoose={(chosen) => {
                edit({ type: "resolve", content: chosen });
              }}
            />
          ) : (
            <PlacedImages images={slot.images}>
              <RecordForm
                ref={form}
                protocol={protocol}
                content={content}
                notes={notes}
                progress={progress}
                asked={slot.asked}
                current={workspace.section}
                onEdit={edit}
                onType={does.type}
                onTyped={does.endTyping}
                onEnter={(section) => {
                  dispatch({ type: "enter", section });
                }}
                onGo={does.go}
                onPlace={(at, by) => {
                  dispatch({ type: by, place: at });
                }}
                onNext={does.goOn}
                onRemoveQuestion={does.removeQuestion}
                addQuestion={commands.addQuestion}
                removeQuestion={commands.removeQuestion}
              />
            </PlacedImages>
          )}
        </div>
        <GuidelineStrip
          protocol={protocol}
          path={place?.path}
          choice={place?.choice}
          labels={content.labels}
          format={formatOfQuestionAt(content, place?.path)}
        />
        <WorkspaceActions
          slug={slug}
          slot={slot}
          reasons={protocol.annotation.decline_reasons}
          commands={commands}
          isDeclining={workspace.open.includes("decline")}
          dispatch={dispatch}
          onDecline={does.declineWith}
        />
      </div>
      <HistoryDrawer
        slug={slug}
        slotId={slot.id}
        protocol={protocol}
        content={content}
        opened={workspace.open.includes("history")}
        onClose={() => {
          dispatch({ type: "close", panel: "history" });
        }}
        onRestore={does.restore}
      />
      <GuidelinesDrawer
        slug={slug}
        protocol={protocol}
        current={sectionOfGuideline(workspace.focused?.path)}
        opened={workspace.open.includes("guidelines")}
        dispatch={dispatch}
      />
    </div>
  );
}
