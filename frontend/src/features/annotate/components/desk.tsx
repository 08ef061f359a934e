import { Drawer, VisuallyHidden } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBook2,
  IconCloudOff,
  IconHistory,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { formatOf } from "@/components/question/formats/registry";
import { blankQuestion } from "@/components/question/blank-question";
import { PlacedPictures } from "@/components/question/placed-pictures";
import { ProblemAlert } from "@/components/problem-alert";
import { AskQuestion } from "@/components/talk/ask-question";
import { ApiProblem, type FieldError } from "@/lib/api/problem";
import { CommandButton } from "@/lib/commands/command-button";
import { CommandIcon } from "@/lib/commands/command-icon";
import { useCommands } from "@/lib/commands/use-commands";
import { useLocale } from "@/lib/i18n/use-locale";
import type { Protocol } from "@/lib/protocol/protocol";
import {
  mayAddQuestion,
  mayRemoveQuestion,
  type RecordContent,
  withNewQuestion,
  withoutQuestion,
  withQuestion,
  withQuestionAt,
} from "@/lib/protocol/record";
import { saveState } from "@/lib/save-state/save-state";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Draft, type MySlot, useDecline, useSubmit } from "../api";
import { annotateCommands } from "../commands";
import { useDraft, useLeftovers } from "../draft/use-draft";
import { useActiveClock, useHeartbeat, useWhenOnline } from "../draft/use-presence";
import { focusField, focusNeighbour, pathOf } from "../form/field-focus";
import { progressOf, type SectionId, sectionOf } from "../form/missing";
import { notesOf } from "../form/notes";
import type { Place } from "../form/pointer";
import { useChecks } from "../form/use-checks";
import { Banner } from "./banner";
import { ConflictChoice } from "./conflict-choice";
import { Decline } from "./decline";
import classes from "./desk.module.css";
import { GuidelineStrip } from "./guideline-strip";
import { HistoryDrawer } from "./history-drawer";
import { ItemNotices } from "./item-notices";
import { Pictures } from "./pictures";
import { ProgressLine } from "./progress-line";
import { RecordForm } from "./record-form";

export interface DeskProps {
  slug: string;
  protocol: Protocol;
  slot: MySlot;
  draft: Draft;
  /** It has been handed in or declined: on to the next one. */
  onDone: (how: "handedIn" | "declined") => Promise<void>;
  /** What is on the page is not what the server holds. */
  onReload: () => void;
}

interface Refusal {
  content: RecordContent;
  errors: readonly FieldError[];
}

/** One item: the picture, and the form of the protocol beside it. */
export function Desk({ slug, protocol, slot, draft, onDone, onReload }: DeskProps) {
  const { t } = useTranslation("annotate");
  const { pick } = useLocale();
  const toasts = useToasts();
  const form = useRef<HTMLDivElement>(null);
  const { content, conflict, refused, mayUndo, mayRedo, keeper } = useDraft(slug, slot.id, draft);
  useLeftovers(slot.id);
  const checks = useChecks(slug, slot.id, content);
  const lost = useHeartbeat(slug, slot.id, slot.mine);
  const clock = useActiveClock();
  const submit = useSubmit();
  const decline = useDecline();
  const submission = useRef({ content, key: "" });
  const progress = progressOf(protocol, content);
  const [current, setCurrent] = useState<SectionId | null>(progress.missing[0]?.section ?? null);
  const [focused, setFocused] = useState<Place | null>(null);
  const [pointed, setPointed] = useState<Place | null>(null);
  const [attempted, setAttempted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const [showsGuidelines, setShowsGuidelines] = useState(false);
  const [showsHistory, setShowsHistory] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [shown, setShown] = useState(0);
  const refusals = refusal?.content === content ? refusal.errors : [];
  const notes = notesOf({ ...checks, refusals }, attempted, pick);
  const isStuck = conflict !== null || refused !== null;
  const params = { path: { slug, slot_id: slot.id } };

  const go = (path: string) => {
    flushSync(() => {
      setCurrent(sectionOf(path));
    });
    if (form.current) focusField(form.current, path);
  };
  const goBack = (path: string | null) => {
    if (path) go(path);
  };
  const step = (by: 1 | -1, kind: "field" | "section") => {
    if (form.current) focusNeighbour(form.current, by, kind);
  };
  const questionHere = () => {
    const index = /^questions\.(\d+)/.exec(pathOf(document.activeElement) ?? current ?? "")?.[1];
    return index === undefined ? undefined : content.questions[Number(index)];
  };

  // Ready to go by keyboard: the first thing to do has the focus.
  const [start] = useState(() => progress.missing[0]?.path);
  useEffect(() => {
    if (start && form.current) focusField(form.current, start);
  }, [start]);

  const finish = async (send: () => Promise<unknown>, how: "handedIn" | "declined") => {
    setBusy(true);
    await keeper.pause();
    try {
      await send();
    } catch (error) {
      keeper.resume();
      setBusy(false);
      throw error;
    }
    keeper.close();
    saveState.saved();
    await onDone(how);
  };

  const handIn = async () => {
    setAttempted(true);
    const blocking = checks.findings.find(({ level }) => level === "block")?.field;
    const stop = progress.missing[0]?.path ?? blocking;
    if (stop !== undefined) {
      go(stop);
      return;
    }
    if (!navigator.onLine) {
      setWaiting(true);
      return;
    }
    if (submission.current.content !== content || !submission.current.key) {
      submission.current = { content, key: crypto.randomUUID() };
    }
    const header = { "Idempotency-Key": submission.current.key };
    const body = { content, seconds: clock.seconds };
    try {
      await finish(() => submit.mutateAsync({ params: { ...params, header }, body }), "handedIn");
    } catch (error) {
      if (!(error instanceof ApiProblem)) return;
      setRefusal({ content, errors: error.errors });
      if (error.errors[0]) go(error.errors[0].field);
    }
  };

  const declineWith = (reason: string, note: string) => {
    setDeclining(false);
    // What went wrong is shown above the form.
    finish(() => decline.mutateAsync({ params, body: { reason, note } }), "declined").catch(
      () => undefined,
    );
  };

  const removeQuestion = (uid: string) => {
    const index = content.questions.findIndex((question) => question.uid === uid);
    const question = content.questions[index];
    if (!question || !mayRemoveQuestion(protocol, content, question)) return;
    keeper.edit((before) => withoutQuestion(before, uid));
    toasts.undo(t("question.removed", { number: index + 1 }), () => {
      keeper.edit((before) => withQuestionAt(before, question, index));
    });
  };

  const commands = useCommands(annotateCommands, {
    handIn: { run: () => void handIn(), enabled: !isBusy && !isStuck },
    nextField: () => {
      step(1, "field");
    },
    previousField: () => {
      step(-1, "field");
    },
    nextSection: () => {
      step(1, "section");
    },
    previousSection: () => {
      step(-1, "section");
    },
    markKey: () => {
      const option = /options\.(\d+)$/.exec(pathOf(document.activeElement) ?? "")?.[1];
      const question = questionHere();
      if (!question || option === undefined) return;
      const answer = formatOf(question.format).toggled(question.answer, Number(option));
      keeper.edit((before) => withQuestion(before, question.uid, { answer }));
    },
    addQuestion: {
      run: () => {
        flushSync(() => {
          keeper.edit((before) => withNewQuestion(before, blankQuestion(protocol.questions)));
        });
        go(`questions.${String(content.questions.length)}.stem`);
      },
      enabled: !slot.asked && mayAddQuestion(protocol, content) && !isStuck,
    },
    removeQuestion: () => {
      const question = questionHere();
      if (question && !slot.asked) removeQuestion(question.uid);
    },
    decline: {
      run: () => {
        setDeclining(true);
      },
      enabled: !isBusy && !isStuck && slot.mine,
    },
    undo: {
      run: () => {
        goBack(keeper.undo());
      },
      enabled: mayUndo && !isStuck,
    },
    redo: {
      run: () => {
        goBack(keeper.redo());
      },
      enabled: mayRedo && !isStuck,
    },
    history: () => {
      setShowsHistory(!showsHistory);
    },
    guidelines: () => {
      setShowsGuidelines(!showsGuidelines);
    },
    nextPicture: {
      run: () => {
        setShown((shown + 1) % slot.images.length);
      },
      enabled: slot.images.length > 1,
    },
    previousPicture: {
      run: () => {
        setShown((shown + slot.images.length - 1) % slot.images.length);
      },
      enabled: slot.images.length > 1,
    },
  });

  useWhenOnline(() => {
    if (!isWaiting) return;
    setWaiting(false);
    void handIn();
  });

  const error = decline.error ?? (refusals.length > 0 ? null : submit.error);
  const place = pointed ?? focused;
  return (
    <div className={classes.desk}>
      <VisuallyHidden component="h1">
        {t("picture.name", { number: slot.item_number })}
      </VisuallyHidden>
      <Pictures images={slot.images} number={slot.item_number} shown={shown} onShow={setShown} />
      <div className={classes.work}>
        <ProgressLine protocol={protocol} progress={progress} onGo={go} />
        <div className={classes.scroll}>
          <ItemNotices slug={slug} slot={slot} protocol={protocol} lost={lost} />
          {isWaiting && (
            <Banner
              icon={IconCloudOff}
              tone="warn"
              title={t("offline.title")}
              onClose={() => {
                setWaiting(false);
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
                keeper.resolve(chosen);
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
                current={current}
                onEdit={(change) => {
                  keeper.edit(change);
                }}
                onEnter={setCurrent}
                onGo={go}
                onPlace={(at, by) => {
                  if (by === "pointer") setPointed(at?.choice === undefined ? null : at);
                  else setFocused(at);
                }}
                onNext={() => {
                  step(1, "field");
                }}
                onRemoveQuestion={removeQuestion}
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
              opened={isDeclining}
              onClose={() => {
                setDeclining(false);
              }}
              onDecline={declineWith}
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
        opened={showsHistory}
        onClose={() => {
          setShowsHistory(false);
        }}
        onRestore={(before) => {
          setShowsHistory(false);
          keeper.edit(() => before);
          toasts.undo(t("history.restored"), () => {
            goBack(keeper.undo());
          });
        }}
      />
      <Drawer
        opened={showsGuidelines}
        onClose={() => {
          setShowsGuidelines(false);
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
