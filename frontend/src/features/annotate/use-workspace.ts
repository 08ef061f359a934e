import { useCallbackRef } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { blankQuestion } from "@/components/question/blank-question";
import { getQuestionFormat } from "@/components/question/formats/registry";
import { ApiProblem, type FieldError } from "@/lib/api/problem";
import { useCommands } from "@/lib/commands/use-commands";
import type { Protocol } from "@/lib/protocol/protocol";
import {
  mayAddQuestion,
  mayRemoveQuestion,
  type RecordContent,
  withoutRemovedFields,
} from "@/lib/protocol/record";
import { protocolOptions } from "@/lib/protocol/use-protocol";
import { saveState } from "@/lib/save-state/save-state";
import { useToasts } from "@/lib/toasts/use-toasts";

import {
  type Draft,
  type MySlot,
  type NextSlot,
  useDeclineSlot,
  useSkipSlot,
  useSubmitSlot,
} from "./api";
import { annotateCommands } from "./commands";
import { workspaceReducer, initialWorkspaceState } from "./workspace-state";
import type { DraftAction } from "./draft/draft-state";
import { useDraft, useSendUnsentDrafts } from "./draft/use-draft";
import { useActiveClock, useWhenOnline } from "./draft/use-presence";
import { focusField, focusNeighbour, fieldPathOfElement } from "./form/field-focus";
import { findMissingParts } from "./form/missing";
import { useRecordChecks } from "./form/use-checks";

export type Done = "submitted" | "declined" | "skipped";

export interface Work {
  slug: string;
  protocol: Protocol;
  protocolVersion: number;
  slot: MySlot;
  draft: Draft;
  /** Submitting returns the next item in the same response. */
  takesNext?: boolean;
  /**
   * Called after submitting, declining or skipping, with the `next` item if it came with the
   * response.
   */
  onDone: (how: Done, next: NextSlot | null) => Promise<void>;
}

const NONE: readonly FieldError[] = [];

/** Return the previous object while the new one is equal. */
function useUnchanged<Value>(value: Value): Value {
  const [kept, setKept] = useState(value);
  const isSame = JSON.stringify(kept) === JSON.stringify(value);
  if (!isSame) setKept(value);
  return isSame ? kept : value;
}

/** Load the protocol again when the server has a newer one than the page. */
function useNewProtocol(slug: string, onPage: number, onServer: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (onServer <= onPage) return;
    // Without a network the server refuses what no longer fits, and the person can try again.
    queries.fetchQuery({ ...protocolOptions(slug), staleTime: 0 }).catch(() => undefined);
  }, [queries, slug, onPage, onServer]);
}

/** All actions on the current item in its `form`. */
export function useWorkspace(
  { slug, protocol, protocolVersion, slot, draft, takesNext = false, onDone }: Work,
  form: RefObject<HTMLDivElement | null>,
) {
  const { t } = useTranslation("annotate");
  const toasts = useToasts();
  const { state: writing, keeper } = useDraft(slug, slot.id, draft, protocolVersion);
  useNewProtocol(slug, protocolVersion, Math.max(slot.protocol_version, writing.protocol));
  useSendUnsentDrafts(slot.id);
  const { content, history } = writing;
  const checks = useRecordChecks(slug, slot.id, content);
  const clock = useActiveClock();
  const submit = useSubmitSlot();
  const decline = useDeclineSlot();
  const skip = useSkipSlot();
  const submission = useRef({ content, key: "" });
  const progress = useUnchanged(findMissingParts(protocol, content));
  const [workspace, dispatch] = useReducer(
    workspaceReducer,
    progress.missing[0]?.section ?? null,
    initialWorkspaceState,
  );
  const refusals = workspace.refusal?.content === content ? workspace.refusal.errors : NONE;
  const isStuck = writing.conflict !== null || writing.refused !== null || workspace.isSending;
  const params = { path: { slug, slot_id: slot.id } };

  const go = useCallbackRef((path: string) => {
    flushSync(() => {
      dispatch({ type: "go", path });
    });
    if (form.current) focusField(form.current, path);
  });
  const turn = (type: "undo" | "redo") => {
    change({ type });
    const { turnedAt } = keeper.snapshot();
    if (turnedAt) go(turnedAt);
  };
  /** For an action outside of the texts: they first draw what was typed last. */
  const change = (action: DraftAction) => {
    flushSync(keeper.announce);
    keeper.dispatch(action);
  };
  const step = (by: 1 | -1, kind: "field" | "section") =>
    form.current !== null && focusNeighbour(form.current, by, kind);
  /** After the last field comes what is still missing: the key of an option, a skipped field. */
  const goOn = () => {
    if (step(1, "field")) return;
    const left = findMissingParts(protocol, keeper.snapshot().content).missing[0];
    if (left) go(left.path);
  };
  const questionHere = () => {
    const path = fieldPathOfElement(document.activeElement) ?? workspace.section ?? "";
    const index = /^questions\.(\d+)/.exec(path)?.[1];
    return index === undefined ? undefined : content.questions[Number(index)];
  };

  // Focus the first open task, or else the first field, for work by keyboard.
  const start = useRef(progress.missing[0]?.path);
  useEffect(() => {
    if (!form.current) return;
    if (start.current) focusField(form.current, start.current);
    else focusNeighbour(form.current, 1, "field");
  }, [form]);

  /** While submitting, the form takes no keys: typing then belongs to the next item. */
  const isSending = useRef(false);
  const finish = async (send: () => Promise<{ next?: NextSlot | null }>, how: Done) => {
    // A focused reason would be pressed again by the space of a sentence.
    if (isSending.current) return;
    isSending.current = true;
    const focused = document.activeElement;
    flushSync(() => {
      dispatch({ type: "send" });
    });
    let next: NextSlot | null;
    try {
      next = (await send()).next ?? null;
    } catch (error) {
      isSending.current = false;
      keeper.resume();
      flushSync(() => {
        dispatch({ type: "sendingFailed" });
      });
      if (focused instanceof HTMLElement) focused.focus();
      throw error;
    }
    keeper.close();
    saveState.saved();
    await onDone(how, next);
  };

  const submitItem = async () => {
    dispatch({ type: "attempt" });
    // The form on the page may lack what was typed last.
    const { content, protocol: written } = keeper.snapshot();
    const blocking = checks.findings.find(({ level }) => level === "block")?.field;
    const stop = findMissingParts(protocol, content).missing[0]?.path ?? blocking;
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
    const body = {
      content: withoutRemovedFields(protocol, content),
      seconds: clock.seconds,
      next: takesNext,
      protocol_version: written,
    };
    try {
      await finish(async () => {
        await keeper.pause();
        return submit.mutateAsync({ params: { ...params, header }, body });
      }, "submitted");
    } catch (error) {
      if (!(error instanceof ApiProblem)) return;
      if (keeper.meetConflict(error)) {
        submit.reset();
        return;
      }
      dispatch({ type: "refused", content, errors: error.errors });
      if (error.errors[0]) go(error.errors[0].field);
    }
  };
  useWhenOnline(() => {
    if (!workspace.isWaiting) return;
    dispatch({ type: "stopWaiting" });
    void submitItem();
  });

  const declineWith = useCallbackRef((reason: string, note: string) => {
    dispatch({ type: "close", panel: "decline" });
    // Failures are shown above the form.
    finish(async () => {
      await keeper.pause();
      await decline.mutateAsync({ params, body: { reason, note } });
      return {};
    }, "declined").catch(() => undefined);
  });

  const skipItem = () => {
    finish(async () => {
      // Typed text stays as the draft.
      await keeper.flush();
      await skip.mutateAsync({ params });
      return {};
    }, "skipped").catch(() => undefined);
  };

  const removeQuestion = useCallbackRef((uid: string) => {
    const { content } = keeper.snapshot();
    const index = content.questions.findIndex((question) => question.uid === uid);
    const question = content.questions[index];
    if (!question || !mayRemoveQuestion(protocol, content, question)) return;
    keeper.dispatch({ type: "removeQuestion", uid });
    toasts.undo(t("question.removed", { number: index + 1 }), () => {
      keeper.dispatch({ type: "addQuestion", question, index });
    });
  });

  const restore = (before: RecordContent) => {
    dispatch({ type: "close", panel: "history" });
    change({ type: "restore", content: before });
    toasts.undo(t("history.restored"), () => {
      turn("undo");
    });
  };

  const pictures = slot.images.length;
  const turnImage = (by: number) => ({
    run: () => {
      dispatch({ type: "show", picture: (workspace.picture + pictures + by) % pictures });
    },
    enabled: pictures > 1,
  });
  const commands = useCommands(annotateCommands, {
    submit: { run: () => void submitItem(), enabled: !isStuck },
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
    markKey: {
      run: () => {
        const option = /options\.(\d+)$/.exec(
          fieldPathOfElement(document.activeElement) ?? "",
        )?.[1];
        const question = questionHere();
        if (!question || option === undefined) return;
        const answer = getQuestionFormat(question.format).toggled(question.answer, Number(option));
        keeper.dispatch({ type: "question", uid: question.uid, change: { answer } });
      },
      enabled: !isStuck,
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
    removeQuestion: {
      run: () => {
        const question = questionHere();
        if (question && !slot.asked) removeQuestion(question.uid);
      },
      enabled: !isStuck,
    },
    skip: {
      run: skipItem,
      enabled: !isStuck && slot.mine && slot.kind === "work" && slot.annotation === null,
    },
    decline: {
      run: () => {
        dispatch({ type: "open", panel: "decline" });
      },
      enabled: !isStuck && slot.mine,
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
    nextPicture: turnImage(1),
    previousPicture: turnImage(-1),
  });

  return {
    writing,
    edit: keeper.dispatch,
    type: keeper.type,
    endTyping: keeper.announce,
    workspace,
    dispatch,
    progress,
    checks,
    refusals,
    error: decline.error ?? skip.error ?? (refusals.length > 0 ? null : submit.error),
    commands,
    go,
    goOn,
    declineWith,
    removeQuestion,
    restore,
  };
}
