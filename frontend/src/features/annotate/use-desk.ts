import { type RefObject, useEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { blankQuestion } from "@/components/question/blank-question";
import { formatOf } from "@/components/question/formats/registry";
import { ApiProblem } from "@/lib/api/problem";
import { useCommands } from "@/lib/commands/use-commands";
import type { Protocol } from "@/lib/protocol/protocol";
import { mayAddQuestion, mayRemoveQuestion, type RecordContent } from "@/lib/protocol/record";
import { saveState } from "@/lib/save-state/save-state";
import { useToasts } from "@/lib/toasts/use-toasts";

import { type Draft, type MySlot, useDecline, useSubmit } from "./api";
import { annotateCommands } from "./commands";
import { atDesk, startAt } from "./desk-state";
import { useDraft, useLeftovers } from "./draft/use-draft";
import { useActiveClock, useWhenOnline } from "./draft/use-presence";
import { focusField, focusNeighbour, pathOf } from "./form/field-focus";
import { progressOf } from "./form/missing";
import { useChecks } from "./form/use-checks";

export interface Work {
  slug: string;
  protocol: Protocol;
  slot: MySlot;
  draft: Draft;
  /** It has been handed in or declined: on to the next one. */
  onDone: (how: "handedIn" | "declined") => Promise<void>;
}

/** All that can be done at the desk, in the `form` that is on it. */
export function useDesk(
  { slug, protocol, slot, draft, onDone }: Work,
  form: RefObject<HTMLDivElement | null>,
) {
  const { t } = useTranslation("annotate");
  const toasts = useToasts();
  const { state: writing, keeper } = useDraft(slug, slot.id, draft);
  useLeftovers(slot.id);
  const { content, history } = writing;
  const checks = useChecks(slug, slot.id, content);
  const clock = useActiveClock();
  const submit = useSubmit();
  const decline = useDecline();
  const submission = useRef({ content, key: "" });
  const progress = progressOf(protocol, content);
  const [desk, dispatch] = useReducer(atDesk, progress.missing[0]?.section ?? null, startAt);
  const refusals = desk.refusal?.content === content ? desk.refusal.errors : [];
  const isStuck = writing.conflict !== null || writing.refused !== null;
  const params = { path: { slug, slot_id: slot.id } };

  const go = (path: string) => {
    flushSync(() => {
      dispatch({ type: "go", path });
    });
    if (form.current) focusField(form.current, path);
  };
  const turn = (type: "undo" | "redo") => {
    keeper.dispatch({ type });
    const { turnedAt } = keeper.snapshot();
    if (turnedAt) go(turnedAt);
  };
  const step = (by: 1 | -1, kind: "field" | "section") => {
    if (form.current) focusNeighbour(form.current, by, kind);
  };
  const questionHere = () => {
    const path = pathOf(document.activeElement) ?? desk.section ?? "";
    const index = /^questions\.(\d+)/.exec(path)?.[1];
    return index === undefined ? undefined : content.questions[Number(index)];
  };

  // Ready to go by keyboard: the first thing to do has the focus.
  const start = useRef(progress.missing[0]?.path);
  useEffect(() => {
    if (start.current && form.current) focusField(form.current, start.current);
  }, [form]);

  const finish = async (send: () => Promise<unknown>, how: "handedIn" | "declined") => {
    dispatch({ type: "send" });
    await keeper.pause();
    try {
      await send();
    } catch (error) {
      keeper.resume();
      dispatch({ type: "sendingFailed" });
      throw error;
    }
    keeper.close();
    saveState.saved();
    await onDone(how);
  };

  const handIn = async () => {
    dispatch({ type: "attempt" });
    const blocking = checks.findings.find(({ level }) => level === "block")?.field;
    const stop = progress.missing[0]?.path ?? blocking;
    if (stop !== undefined) {
      go(stop);
      return;
    }
    if (!navigator.onLine) {
      dispatch({ type: "wait" });
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
      dispatch({ type: "refused", content, errors: error.errors });
      if (error.errors[0]) go(error.errors[0].field);
    }
  };
  useWhenOnline(() => {
    if (!desk.isWaiting) return;
    dispatch({ type: "stopWaiting" });
    void handIn();
  });

  const declineWith = (reason: string, note: string) => {
    dispatch({ type: "close", panel: "decline" });
    // What went wrong is shown above the form.
    finish(() => decline.mutateAsync({ params, body: { reason, note } }), "declined").catch(
      () => undefined,
    );
  };

  const removeQuestion = (uid: string) => {
    const index = content.questions.findIndex((question) => question.uid === uid);
    const question = content.questions[index];
    if (!question || !mayRemoveQuestion(protocol, content, question)) return;
    keeper.dispatch({ type: "removeQuestion", uid });
    toasts.undo(t("question.removed", { number: index + 1 }), () => {
      keeper.dispatch({ type: "addQuestion", question, index });
    });
  };

  const restore = (before: RecordContent) => {
    dispatch({ type: "close", panel: "history" });
    keeper.dispatch({ type: "restore", content: before });
    toasts.undo(t("history.restored"), () => {
      turn("undo");
    });
  };

  const pictures = slot.images.length;
  const turnPicture = (by: number) => ({
    run: () => {
      dispatch({ type: "show", picture: (desk.picture + pictures + by) % pictures });
    },
    enabled: pictures > 1,
  });
  const commands = useCommands(annotateCommands, {
    handIn: { run: () => void handIn(), enabled: !desk.isSending && !isStuck },
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
      keeper.dispatch({ type: "question", uid: question.uid, change: { answer } });
    },
    addQuestion: {
      run: () => {
        flushSync(() => {
          keeper.dispatch({ type: "addQuestion", question: blankQuestion(protocol.questions) });
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
        dispatch({ type: "open", panel: "decline" });
      },
      enabled: !desk.isSending && !isStuck && slot.mine,
    },
    undo: {
      run: () => {
        turn("undo");
      },
      enabled: history.done.length > 0 && !isStuck,
    },
    redo: {
      run: () => {
        turn("redo");
      },
      enabled: history.undone.length > 0 && !isStuck,
    },
    history: () => {
      dispatch({ type: "toggle", panel: "history" });
    },
    guidelines: () => {
      dispatch({ type: "toggle", panel: "guidelines" });
    },
    nextPicture: turnPicture(1),
    previousPicture: turnPicture(-1),
  });

  return {
    writing,
    edit: keeper.dispatch,
    desk,
    dispatch,
    progress,
    said: { ...checks, refusals },
    error: decline.error ?? (refusals.length > 0 ? null : submit.error),
    commands,
    go,
    step,
    declineWith,
    removeQuestion,
    restore,
  };
}
