import type { MyVote, ScreeningImage } from "./api";
import type { VoteChange, Vote } from "./outbox";

export interface DecidedImage {
  image: ScreeningImage;
  decision: Vote["decision"];
  reason: string;
  /** `refused`: it did not count; `problem` has the reason. */
  state: "sent" | "waiting" | "refused";
  problem?: string;
}

/** One session of a screener: the visible image, the next ones, and the decisions. */
export interface ScreeningSession {
  /** The first is visible. */
  coming: readonly ScreeningImage[];
  /** The latest first. */
  decided: readonly DecidedImage[];
  /** Decided here and not undone: the server may still offer them. */
  seen: readonly number[];
}

export type SittingAction =
  | { type: "decided"; vote: Pick<Vote, "decision" | "reason"> }
  | { type: "taken_back"; id: number }
  | { type: "arrived"; pictures: readonly ScreeningImage[] }
  | { type: "sent"; id: number }
  | { type: "refused"; id: number; problem: string }
  | { type: "given_back"; id: number };

export const SHOWN = 10;

/** Start a session; `waiting` are unsent votes of an earlier one. */
export function beginScreeningSession(
  next: readonly ScreeningImage[],
  recent: readonly MyVote[],
  waiting: readonly number[],
): ScreeningSession {
  return {
    coming: next.filter(({ id }) => !waiting.includes(id)),
    decided: recent.map(({ image, decision, reason }) => ({
      image,
      decision,
      reason: reason ?? "",
      state: "sent",
    })),
    seen: waiting,
  };
}

export function sittingReducer(sitting: ScreeningSession, action: SittingAction): ScreeningSession {
  switch (action.type) {
    case "decided": {
      const [image, ...coming] = sitting.coming;
      if (!image) return sitting;
      const others = sitting.decided.filter((one) => one.image.id !== image.id);
      const now: DecidedImage = { image, ...action.vote, state: "waiting" };
      return {
        coming,
        decided: [now, ...others].slice(0, SHOWN),
        seen: [...sitting.seen, image.id],
      };
    }
    case "taken_back": {
      const back = sitting.decided.find(({ image }) => image.id === action.id);
      if (!back) return sitting;
      return {
        coming: [back.image, ...sitting.coming.filter(({ id }) => id !== action.id)],
        decided: sitting.decided.filter((one) => one !== back),
        seen: sitting.seen.filter((id) => id !== action.id),
      };
    }
    case "arrived": {
      const known = new Set([...sitting.seen, ...sitting.coming.map(({ id }) => id)]);
      const fresh = action.pictures.filter(({ id }) => !known.has(id));
      return fresh.length > 0 ? { ...sitting, coming: [...sitting.coming, ...fresh] } : sitting;
    }
    case "sent":
      return changed(sitting, action.id, { state: "sent" });
    case "given_back": {
      const back = sitting.decided.find(({ image }) => image.id === action.id);
      if (!back) return sitting;
      // The visible image stays; the other one is next.
      const [current, ...coming] = sitting.coming;
      return {
        coming: current ? [current, back.image, ...coming] : [back.image],
        decided: sitting.decided.filter((one) => one !== back),
        seen: sitting.seen.filter((id) => id !== action.id),
      };
    }
    case "refused":
      return changed(sitting, action.id, { state: "refused", problem: action.problem });
  }
}

function changed(
  sitting: ScreeningSession,
  id: number,
  change: Partial<DecidedImage>,
): ScreeningSession {
  return {
    ...sitting,
    decided: sitting.decided.map((one) => (one.image.id === id ? { ...one, ...change } : one)),
  };
}

/** Votes per minute over the last votes of this session; null before there are enough. */
export function votesPerMinute(times: readonly number[]): number | null {
  const latest = times.slice(-20);
  const [first] = latest;
  const last = latest.at(-1);
  if (first === undefined || last === undefined || last <= first) return null;
  return ((latest.length - 1) * 60_000) / (last - first);
}

/** A change that the server has stored, and when it confirmed it (milliseconds since the epoch). */
export interface StoredChange {
  kind: VoteChange["kind"];
  at: number;
}

const weight = ({ kind }: Pick<VoteChange, "kind">) => (kind === "vote" ? 1 : -1);

/** Number of votes that the server's count at `countedAt` does not include yet. */
export function votesAfter(
  countedAt: number,
  acknowledged: readonly StoredChange[],
  waiting: readonly Pick<VoteChange, "kind">[],
): number {
  const since = acknowledged.filter(({ at }) => at > countedAt);
  return [...since, ...waiting].reduce((sum, change) => sum + weight(change), 0);
}
