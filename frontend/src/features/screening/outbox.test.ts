import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiProblem } from "@/lib/api/problem";

import { type VoteChange, DecisionOutbox } from "./outbox";

const KEY = "subtext.votes.test";
const vote = (id: number): VoteChange => ({
  kind: "vote",
  id,
  vote: { decision: "keep", reason: "", note: "", seconds: 1 },
});

function listener() {
  return { onSent: vi.fn(), onRefused: vi.fn(), onWaiting: vi.fn() };
}

/** A server that answers when told to. */
function server() {
  const asked: { id: number; answer: () => void; fail: (error: unknown) => void }[] = [];
  const send = (change: VoteChange) =>
    new Promise<void>((resolve, reject) => {
      asked.push({ id: change.id, answer: resolve, fail: reject });
    });
  return { asked, send };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("Outbox", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("sends one after another, in order", async () => {
    const { asked, send } = server();
    const events = listener();
    const outbox = new DecisionOutbox(KEY, send);
    outbox.open(events);
    outbox.add(vote(1));
    outbox.add(vote(2));
    expect(asked.map(({ id }) => id)).toEqual([1]);
    asked[0]!.answer();
    await settle();
    expect(asked.map(({ id }) => id)).toEqual([1, 2]);
    asked[1]!.answer();
    await settle();
    expect(events.onSent.mock.calls).toEqual([[vote(1)], [vote(2)]]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it("keeps what got no answer and tries it again", async () => {
    const { asked, send } = server();
    const events = listener();
    const outbox = new DecisionOutbox(KEY, send);
    outbox.open(events);
    outbox.add(vote(1));
    asked[0]!.fail(new TypeError("Failed to fetch"));
    await settle();
    expect(events.onWaiting).toHaveBeenLastCalledWith(1, true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked.map(({ id }) => id)).toEqual([1, 1]);
  });

  it("survives the tab: another outbox goes on with what waits", () => {
    const first = new DecisionOutbox(KEY, server().send);
    first.add(vote(1));
    first.add(vote(2));
    const { asked, send } = server();
    new DecisionOutbox(KEY, send).open(listener());
    expect(asked.map(({ id }) => id)).toEqual([1]);
  });

  it("says what the server refused, and goes on", async () => {
    const { asked, send } = server();
    const events = listener();
    const outbox = new DecisionOutbox(KEY, send);
    outbox.open(events);
    outbox.add(vote(1));
    outbox.add(vote(2));
    asked[0]!.fail(new ApiProblem(409, { detail: "Decided meanwhile." }));
    await settle();
    expect(events.onRefused).toHaveBeenCalledWith(vote(1), expect.any(ApiProblem));
    expect(asked.map(({ id }) => id)).toEqual([1, 2]);
  });

  it.each([401, 429, 503])("tries again later what failed with %s", async (status) => {
    const { asked, send } = server();
    const events = listener();
    const outbox = new DecisionOutbox(KEY, send);
    outbox.open(events);
    outbox.add(vote(1));
    asked[0]!.fail(new ApiProblem(status, {}));
    await settle();
    expect(events.onRefused).not.toHaveBeenCalled();
    expect(outbox.waiting).toHaveLength(1);
  });

  it("forgets a vote that has not been sent, not one that is on its way", () => {
    const outbox = new DecisionOutbox(KEY, server().send);
    outbox.open(listener());
    outbox.add(vote(1));
    outbox.add(vote(2));
    expect(outbox.forget(2)).toBe(true);
    expect(outbox.forget(1)).toBe(false);
    expect(outbox.waiting.map(({ id }) => id)).toEqual([1]);
  });

  it("starts empty where what was stored makes no sense", () => {
    localStorage.setItem(KEY, "{");
    expect(new DecisionOutbox(KEY, server().send).waiting).toEqual([]);
  });
});
