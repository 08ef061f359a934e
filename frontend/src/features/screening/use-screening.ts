import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";

import { refetchResources } from "@/lib/api/outdate";
import { isProblem } from "@/lib/api/problem";
import { useProblemSentence } from "@/lib/api/problem-sentence";
import { saveState } from "@/lib/save-state/save-state";
import { useUser } from "@/lib/session/session";
import { useToasts } from "@/lib/toasts/use-toasts";

import { nextImagesOptions, progressOptions, recentVotesOptions, sendChange } from "./api";
import { DecisionOutbox, type Vote } from "./outbox";
import {
  type StoredChange,
  beginScreeningSession,
  votesPerMinute,
  type ScreeningSession,
  sittingReducer,
  votesAfter,
} from "./sitting";

/** Number of remaining images at which more are fetched. */
const FEW = 6;

export interface Screening extends ScreeningSession {
  decide: (decision: Vote["decision"], reason?: string, note?: string) => void;
  /** Go back to a decision: it is undone and the image shown again. */
  takeBack: (id: number) => void;
  /** Votes per minute. */
  pace: number | null;
  left: number;
  voted: number;
  /** More may be on their way. */
  isLoading: boolean;
  lookAgain: () => void;
}

/** Decisions apply at once; they are sent in order, in the background. */
export function useScreening(slug: string): Screening {
  const { id: person } = useUser();
  const queries = useQueryClient();
  const toasts = useToasts();
  const problemSentence = useProblemSentence();
  const { data: next } = useSuspenseQuery(nextImagesOptions(slug));
  const { data: recent } = useSuspenseQuery(recentVotesOptions(slug));
  const { data: progress, dataUpdatedAt } = useSuspenseQuery(progressOptions(slug));
  const [times, setTimes] = useState<readonly number[]>([]);
  const [delta, setDelta] = useState(0);
  const [isLoading, setLoading] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const [acknowledged, setAcknowledged] = useState<readonly StoredChange[]>([]);

  const [outbox] = useState(
    () =>
      new DecisionOutbox(`subtext.screening.${slug}.${String(person)}`, (change) =>
        sendChange(slug, change),
      ),
  );
  const [sitting, dispatch] = useReducer(sittingReducer, null, () =>
    beginScreeningSession(
      next,
      recent,
      outbox.waiting.map(({ id }) => id),
    ),
  );

  useEffect(() => {
    const close = outbox.open({
      onSent: ({ id, kind }) => {
        if (kind === "vote") dispatch({ type: "sent", id });
        setAcknowledged((before) => [...before, { kind, at: Date.now() }]);
      },
      onRefused: ({ id, kind }, problem) => {
        const words = problemSentence(problem);
        if (problem.isConflict || kind === "take_back") {
          // Others have decided: another request would change nothing.
          dispatch({ type: "refused", id, problem: words });
          return;
        }
        dispatch({ type: "given_back", id });
        setDelta((count) => count - 1);
        toasts.failed(words);
      },
      onWaiting: (count, stuck) => {
        setUnsent(count);
        if (stuck) saveState.kept(count);
        else if (count > 0) saveState.saving();
        else saveState.saved();
      },
    });
    const onLine = () => {
      outbox.flush();
    };
    window.addEventListener("online", onLine);
    return () => {
      window.removeEventListener("online", onLine);
      close();
    };
  }, [outbox, problemSentence, toasts]);

  const fetchMore = useCallback(
    (waiting: number) => {
      setLoading(true);
      queries
        .fetchQuery(nextImagesOptions(slug, waiting))
        .then(
          (pictures) => {
            dispatch({ type: "arrived", pictures });
          },
          (error: unknown) => {
            // Without a response, the next decision sends a request again; loaded images can be
            // decided.
            if (isProblem(error)) toasts.failed(problemSentence(error));
          },
        )
        .finally(() => {
          setLoading(false);
        });
    },
    [queries, slug, toasts, problemSentence],
  );
  const inHand = sitting.coming.length;
  // A person faster than the connection has decided on all loaded images: a request is sent after
  // every decision and once each has arrived.
  const known = `${String(delta)} ${String(unsent)}`;
  const askedWhen = useRef(known);
  useEffect(() => {
    if (inHand > FEW || isLoading || askedWhen.current === known) return;
    askedWhen.current = known;
    fetchMore(unsent);
  }, [inHand, isLoading, known, unsent, fetchMore]);

  const shownAt = useRef(0);
  const current = sitting.coming[0]?.id;
  useEffect(() => {
    shownAt.current = performance.now();
  }, [current]);

  const beyond = votesAfter(dataUpdatedAt, acknowledged, outbox.waiting);
  return {
    ...sitting,
    decide: (decision, reason = "", note = "") => {
      if (current === undefined) return;
      const now = performance.now();
      const seconds = Math.round((now - shownAt.current) / 100) / 10;
      dispatch({ type: "decided", vote: { decision, reason } });
      setTimes([...times, now].slice(-20));
      setDelta(delta + 1);
      saveState.saving();
      outbox.add({ kind: "vote", id: current, vote: { decision, reason, note, seconds } });
    },
    takeBack: (id) => {
      const was = sitting.decided.find(({ image }) => image.id === id);
      if (!was) return;
      dispatch({ type: "taken_back", id });
      setDelta(delta - 1);
      if (was.state === "refused" || outbox.forget(id)) return;
      outbox.add({ kind: "take_back", id });
    },
    pace: votesPerMinute(times) ?? progress.pace,
    left: Math.max(progress.waiting_for_me - beyond, inHand),
    voted: progress.voted_by_me + beyond,
    isLoading: isLoading || unsent > 0,
    lookAgain: () => {
      fetchMore(unsent);
      void refetchResources(queries, "/api/projects/{slug}/screening/progress/");
    },
  };
}
