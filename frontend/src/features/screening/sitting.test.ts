import { describe, expect, it } from "vitest";

import type { MyVote, ScreeningImage } from "./api";
import {
  beginScreeningSession,
  votesPerMinute,
  type ScreeningSession,
  sittingReducer,
  votesAfter,
} from "./sitting";

const picture = (id: number) => ({ id, width: 8, height: 6 }) as ScreeningImage;
const pictures = (...ids: number[]) => ids.map(picture);
const ids = (sitting: ScreeningSession) => sitting.coming.map(({ id }) => id);
const decided = (sitting: ScreeningSession) =>
  sitting.decided.map(({ image, decision, state }) => [image.id, decision, state]);

const keep = { type: "decided", vote: { decision: "keep", reason: "" } } as const;

describe("a sitting", () => {
  it("shows the next picture at once and remembers the decision", () => {
    const sitting = sittingReducer(beginScreeningSession(pictures(1, 2, 3), [], []), keep);
    expect(ids(sitting)).toEqual([2, 3]);
    expect(decided(sitting)).toEqual([[1, "keep", "waiting"]]);
  });

  it("goes back to a picture, which is then decided anew", () => {
    let sitting = sittingReducer(beginScreeningSession(pictures(1, 2, 3), [], []), keep);
    sitting = sittingReducer(sitting, keep);
    sitting = sittingReducer(sitting, { type: "taken_back", id: 1 });
    expect(ids(sitting)).toEqual([1, 3]);
    expect(decided(sitting)).toEqual([[2, "keep", "waiting"]]);
    sitting = sittingReducer(sitting, {
      type: "decided",
      vote: { decision: "discard", reason: "other" },
    });
    expect(decided(sitting)[0]).toEqual([1, "discard", "waiting"]);
  });

  it("does not offer again what was decided here while the server did not know it yet", () => {
    let sitting = sittingReducer(beginScreeningSession(pictures(1, 2), [], []), keep);
    sitting = sittingReducer(sitting, { type: "arrived", pictures: pictures(1, 2, 4) });
    expect(ids(sitting)).toEqual([2, 4]);
  });

  it("offers again what was taken back", () => {
    let sitting = sittingReducer(beginScreeningSession(pictures(1), [], []), keep);
    sitting = sittingReducer(sitting, { type: "taken_back", id: 1 });
    expect(ids(sitting)).toEqual([1]);
    expect(sitting.seen).toEqual([]);
  });

  it("says which decision did not count and why", () => {
    let sitting = sittingReducer(beginScreeningSession(pictures(1, 2), [], []), keep);
    sitting = sittingReducer(sitting, { type: "refused", id: 1, problem: "Decided meanwhile." });
    expect(sitting.decided[0]).toMatchObject({ state: "refused", problem: "Decided meanwhile." });
  });

  it("gives a picture back whose decision the server would not have", () => {
    let sitting = sittingReducer(beginScreeningSession(pictures(1, 2, 3), [], []), keep);
    sitting = sittingReducer(sitting, { type: "given_back", id: 1 });
    expect(ids(sitting)).toEqual([2, 1, 3]);
    expect(sitting.decided).toEqual([]);
    expect(sitting.seen).toEqual([]);
  });

  it("begins with the votes of before, and without pictures whose vote is still on its way", () => {
    const vote = { image: picture(9), decision: "unsure", reason: "", status: "in_screening" };
    const sitting = beginScreeningSession(pictures(1, 2), [vote as MyVote], [1]);
    expect(ids(sitting)).toEqual([2]);
    expect(decided(sitting)).toEqual([[9, "unsure", "sent"]]);
  });

  it("holds the last ten decisions", () => {
    const many = Array.from({ length: 14 }, (_, index) => index + 1);
    const sitting = many.reduce(
      (now) => sittingReducer(now, keep),
      beginScreeningSession(pictures(...many), [], []),
    );
    expect(sitting.decided.map(({ image }) => image.id)).toEqual([
      14, 13, 12, 11, 10, 9, 8, 7, 6, 5,
    ]);
  });
});

describe("votesBeyond", () => {
  const vote = { kind: "vote" } as const;

  it("counts each vote once, whenever the server counted", () => {
    const acknowledged = [100, 200, 300].map((at) => ({ ...vote, at }));
    expect(votesAfter(50, acknowledged, [vote])).toBe(4);
    expect(votesAfter(200, acknowledged, [vote])).toBe(2);
    expect(votesAfter(400, acknowledged, [])).toBe(0);
  });

  it("takes back what was taken back", () => {
    const back = { kind: "take_back" } as const;
    expect(
      votesAfter(
        0,
        [
          { ...vote, at: 1 },
          { ...back, at: 2 },
        ],
        [],
      ),
    ).toBe(0);
    expect(votesAfter(1, [{ ...vote, at: 1 }], [back])).toBe(-1);
  });
});

describe("paceOf", () => {
  it("is votes a minute over the last of them", () => {
    expect(votesPerMinute([0, 2000, 4000])).toBe(30);
  });

  it("is unknown before there are two", () => {
    expect(votesPerMinute([])).toBeNull();
    expect(votesPerMinute([5])).toBeNull();
  });
});
