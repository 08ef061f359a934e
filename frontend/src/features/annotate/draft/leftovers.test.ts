import { beforeEach, expect, it, vi } from "vitest";

import { ApiProblem } from "@/lib/api/problem";
import { content } from "@/lib/protocol/testing";

import type { UnsentChanges } from "./draft-keeper";
import { draftKey, sendUnsentDrafts } from "./leftovers";

const kept = (slotId: number): UnsentChanges => ({
  slug: "demo",
  slotId,
  version: 3,
  content: content({ category: ["art"] }),
});
const keep = (userId: number, slotId: number) => {
  localStorage.setItem(draftKey(userId, slotId), JSON.stringify(kept(slotId)));
};
const sent = (save: ReturnType<typeof aServer>) => save.mock.calls.map(([one]) => one.slotId);
const aServer = () => vi.fn<(one: UnsentChanges) => Promise<unknown>>(() => Promise.resolve());

beforeEach(() => {
  localStorage.clear();
});

it("sends what was left of other items, and forgets it once it is there", async () => {
  keep(1, 12);
  keep(1, 13);
  const save = aServer();
  await sendUnsentDrafts(localStorage, 1, (slotId) => slotId === 13, save);
  expect(sent(save)).toEqual([12]);
  expect(localStorage.getItem(draftKey(1, 12))).toBeNull();
  expect(localStorage.getItem(draftKey(1, 13))).not.toBeNull();
});

it("sends nothing that somebody else has typed in this browser", async () => {
  keep(2, 12);
  const save = aServer();
  await sendUnsentDrafts(localStorage, 1, () => false, save);
  expect(save).not.toHaveBeenCalled();
  expect(localStorage).toHaveLength(1);
});

it("keeps what the server would not take, and goes on with the next", async () => {
  keep(1, 12);
  keep(1, 13);
  const save = aServer();
  save.mockRejectedValueOnce(new ApiProblem(409, {}));
  await sendUnsentDrafts(localStorage, 1, () => false, save);
  expect(sent(save)).toHaveLength(2);
  expect(localStorage).toHaveLength(1);
});

it("keeps all of it without a network", async () => {
  keep(1, 12);
  keep(1, 13);
  const save = aServer();
  save.mockRejectedValue(new TypeError("Failed to fetch"));
  await sendUnsentDrafts(localStorage, 1, () => false, save);
  expect(save).toHaveBeenCalledOnce();
  expect(localStorage).toHaveLength(2);
});
