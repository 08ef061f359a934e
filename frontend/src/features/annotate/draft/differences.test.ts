import { describe, expect, it } from "vitest";

import { content, question } from "@/lib/protocol/testing";

import { ActiveClock, IDLE_SECONDS } from "./active-clock";
import { findDraftDifferences, mergeDrafts, sameContent } from "./differences";

const mine = content(
  { category: ["art"] },
  {
    texts: { explanation: "mine" },
    sentences: { caption: { a: "x" } },
    questions: [question("q1", { stem: "mine" }), question("q2")],
  },
);
const theirs = content(
  { category: ["science"] },
  {
    texts: { explanation: "theirs" },
    sentences: { caption: { a: "y" } },
    questions: [question("q1", { stem: "theirs" }), question("q3")],
  },
);

describe("differences", () => {
  it("finds every part that differs, questions by their uid", () => {
    expect(findDraftDifferences(mine, theirs).map(({ path }) => path)).toEqual([
      "labels.category",
      "texts.explanation",
      "sentences.caption",
      "questions:q1",
      "questions:q2",
      "questions:q3",
    ]);
  });

  it("does not mind the order of keys, nor the absence of what is empty", () => {
    const one = content({ a: ["1"], b: [] }, { texts: { explanation: "" } });
    expect(sameContent(one, content({ a: ["1"] }))).toBe(true);
  });

  it("takes part by part from the other side", () => {
    const all = findDraftDifferences(mine, theirs);
    expect(mergeDrafts(mine, theirs, [])).toEqual(mine);
    expect(sameContent(mergeDrafts(mine, theirs, all), theirs)).toBe(true);
    const some = mergeDrafts(
      mine,
      theirs,
      all.filter(({ path }) => ["labels.category", "questions:q3"].includes(path)),
    );
    expect(some.labels).toEqual({ category: ["science"] });
    expect(some.texts).toEqual({ explanation: "mine" });
    expect(some.questions.map(({ uid }) => uid)).toEqual(["q1", "q2", "q3"]);
  });
});

it("counts a long break as a minute of work", () => {
  let now = 0;
  const clock = new ActiveClock(() => now);
  now = 20_000;
  clock.touch();
  now = 3_600_000;
  expect(clock.seconds).toBe(20 + IDLE_SECONDS);
});
