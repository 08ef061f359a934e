import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiProblem } from "@/lib/api/problem";
import { content } from "@/lib/protocol/testing";

import {
  DraftKeeper,
  type DraftKeeperOptions,
  SAVE_PAUSE_MS,
  RETRY_MS,
  TYPING_MS,
} from "./draft-keeper";
import type { ServerDraft } from "./draft-state";
import { withEdit } from "./edits";

const AT = "2026-11-20T14:03:00Z";
const draft: ServerDraft = { version: 3, content: content({}), saved_at: AT };
const typed = (value: string) => ({ type: "text", field: "explanation", value }) as const;
const withTyped = (text: string) => withEdit(draft.content, typed(text));

function aReport() {
  return { saving: vi.fn(), saved: vi.fn(), kept: vi.fn(), failed: vi.fn(), clear: vi.fn() };
}

function aServer(start = draft.version) {
  let version = start;
  return vi.fn<DraftKeeperOptions["save"]>(() => {
    version += 1;
    return Promise.resolve({ version, saved_at: AT });
  });
}

function keeperOf(save = aServer(), from = draft, protocol = 1) {
  const report = aReport();
  const keeper = new DraftKeeper({
    key: "draft",
    slug: "demo",
    slotId: 12,
    draft: from,
    protocol,
    save,
    storage: localStorage,
    report,
  });
  return { keeper, report, save };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("DraftKeeper", () => {
  it("sends once after a pause, with the version it began from", async () => {
    const { keeper, report, save } = keeperOf();
    keeper.dispatch(typed("a"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS - 1);
    keeper.dispatch(typed("ab"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    keeper.dispatch(typed("abc"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(save.mock.calls.map(([version, { texts }]) => [version, texts["explanation"]])).toEqual([
      [3, "ab"],
      [4, "abc"],
    ]);
    expect(report.saved).toHaveBeenLastCalledWith(new Date(AT));
    expect(localStorage).toHaveLength(0);
  });

  it("stores each key at once and tells the page after a pause, or when asked to", async () => {
    const { keeper } = keeperOf();
    const page = vi.fn();
    keeper.subscribe(page);
    keeper.type(typed("a"));
    await vi.advanceTimersByTimeAsync(TYPING_MS - 1);
    keeper.type(typed("ab"));
    expect(page).not.toHaveBeenCalled();
    expect(keeper.snapshot().content).toEqual(withTyped("ab"));
    expect(localStorage.getItem("draft")).toContain('"ab"');
    await vi.advanceTimersByTimeAsync(TYPING_MS);
    expect(page).toHaveBeenCalledTimes(1);
    keeper.type(typed("abc"));
    keeper.announce();
    await vi.advanceTimersByTimeAsync(TYPING_MS);
    expect(page).toHaveBeenCalledTimes(2);
  });

  it("sends what was typed while it was sending", async () => {
    const { keeper, save } = keeperOf();
    keeper.dispatch(typed("a"));
    const sent = keeper.flush();
    keeper.dispatch(typed("b"));
    await sent;
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(save.mock.lastCall?.[0]).toBe(4);
    expect(save.mock.lastCall?.[1].texts["explanation"]).toBe("b");
  });

  it("keeps changes here without a network, says how many, and sends them later", async () => {
    const save = aServer();
    save.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const { keeper, report } = keeperOf(save);
    keeper.dispatch(typed("a"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(report.kept).toHaveBeenCalledWith(1);
    expect(localStorage).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(save).toHaveBeenCalledTimes(2);
    expect(localStorage).toHaveLength(0);
  });

  it("keeps changes while one has to log in again, and sends them then", async () => {
    const save = aServer();
    save.mockRejectedValueOnce(new ApiProblem(401, {}, {}));
    const { keeper } = keeperOf(save);
    keeper.dispatch(typed("a"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(keeper.snapshot().refused).toBeNull();
    expect(localStorage).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(save.mock.lastCall?.[1].texts["explanation"]).toBe("a");
    expect(localStorage).toHaveLength(0);
  });

  it("sends at once when the network is back", async () => {
    const save = aServer();
    save.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const { keeper } = keeperOf(save);
    const stop = keeper.start();
    keeper.dispatch(typed("a"));
    await keeper.flush();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(save).toHaveBeenCalledTimes(2);
    stop();
  });

  it("takes up after a reload what had not been sent", async () => {
    keeperOf().keeper.dispatch(typed("before the browser died"));
    const { keeper, save } = keeperOf();
    keeper.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.lastCall?.[1].texts["explanation"]).toBe("before the browser died");
  });

  it("lets the person choose when another tab has saved, and writes over nothing", async () => {
    const theirs = { version: 7, content: withTyped("theirs"), saved_at: AT };
    const save = aServer(7);
    save.mockRejectedValueOnce(new ApiProblem(409, {}, { draft: theirs }));
    const { keeper } = keeperOf(save);
    keeper.dispatch(typed("mine"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS + RETRY_MS);
    expect(keeper.snapshot().conflict).toEqual(theirs);
    expect(save).toHaveBeenCalledTimes(1);
    keeper.dispatch({ type: "resolve", content: withTyped("mine and theirs") });
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.lastCall?.[0]).toBe(7);
    expect(keeper.snapshot().conflict).toBeNull();
  });

  it("says that the protocol changed, and goes on from the converted text", async () => {
    const saved = { version: 4, content: draft.content, saved_at: AT };
    const converted = withTyped("mine, converted");
    const change = { protocol_version: 2, content: converted };
    const save = aServer(4);
    save.mockRejectedValueOnce(new ApiProblem(409, {}, { draft: saved, protocol_change: change }));
    const { keeper } = keeperOf(save);
    keeper.dispatch(typed("mine"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(keeper.snapshot()).toMatchObject({
      content: converted,
      protocol: 2,
      conflict: saved,
      isProtocolConflict: true,
    });
    keeper.dispatch({ type: "resolve", content: converted });
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.lastCall).toEqual([4, converted, 2]);
    expect(keeper.snapshot().isProtocolConflict).toBe(false);
  });

  it("asks the server about a kept text of an earlier protocol, not the person", async () => {
    keeperOf().keeper.dispatch(typed("mine"));
    const newer = { version: 4, content: withTyped("converted"), saved_at: AT };
    const { keeper, save } = keeperOf(aServer(), newer, 2);
    expect(keeper.snapshot().conflict).toBeNull();
    keeper.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(save.mock.lastCall).toEqual([3, withTyped("mine"), 1]);
  });

  it("shows both texts when the kept one is older than the server's", () => {
    keeperOf().keeper.dispatch(typed("mine"));
    const newer = { version: 4, content: withTyped("theirs"), saved_at: AT };
    const { keeper } = keeperOf(aServer(), newer);
    expect(keeper.snapshot().content.texts["explanation"]).toBe("mine");
    expect(keeper.snapshot().conflict).toBe(newer);
  });

  it("forgets what it kept when the server has it: only the answer was lost", () => {
    keeperOf().keeper.dispatch(typed("mine"));
    const arrived = { version: 4, content: withTyped("mine"), saved_at: AT };
    expect(keeperOf(aServer(), arrived).keeper.snapshot().conflict).toBeNull();
    const later = { version: 5, content: withTyped("elsewhere"), saved_at: AT };
    const { keeper } = keeperOf(aServer(), later);
    expect(keeper.snapshot().conflict).toBeNull();
    expect(keeper.snapshot().content.texts["explanation"]).toBe("elsewhere");
  });

  it("stops trying when the server refuses, and says why", async () => {
    const refusal = new ApiProblem(409, { detail: "This was handed in." });
    const save = aServer();
    save.mockRejectedValue(refusal);
    const { keeper } = keeperOf(save);
    keeper.dispatch(typed("a"));
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS + 3 * RETRY_MS);
    expect(save).toHaveBeenCalledTimes(1);
    expect(keeper.snapshot().refused).toBe(refusal);
  });

  it("takes changes back and does them again, and saves what came of it", async () => {
    const { keeper, save } = keeperOf();
    keeper.dispatch(typed("a thought"));
    expect(keeper.snapshot().history.done).toHaveLength(1);
    keeper.dispatch({ type: "undo" });
    expect(keeper.snapshot()).toMatchObject({
      content: draft.content,
      history: { done: [] },
      turnedAt: "texts.explanation",
    });
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(save).not.toHaveBeenCalled();
    keeper.dispatch({ type: "redo" });
    expect(keeper.snapshot().turnedAt).toBe("texts.explanation");
    await vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);
    expect(save.mock.lastCall?.[1].texts["explanation"]).toBe("a thought");
  });

  it("sends nothing after the record was handed in", async () => {
    const { keeper, save } = keeperOf();
    keeper.dispatch(typed("a"));
    await keeper.pause();
    keeper.close();
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(save).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
  });
});
