import { describe, expect, it } from "vitest";

import type { Rework } from "./api";
import { changesToSubmit, isReady, initialEdits } from "./changes";

const question = (uid: string, failed: boolean) => ({
  uid,
  position: 1,
  format: "single_choice",
  fixed: "",
  revision: 1,
  stem: `Why ${uid}?`,
  options: ["one", "two"],
  answer: 0,
  failed,
  reasons: [],
  answers: [],
});
const given: Rework = {
  id: 1,
  item_number: null,
  item_code: "7KQ2M9PX",
  images: [],
  reason: "",
  missing: [],
  questions: [question("a", true), question("b", false)],
};
const rules = {
  formats: ["single_choice"],
  minimum: 1,
  maximum: 3,
  options: 2,
  stem: { unit: "words" as const },
  option: { unit: "words" as const },
  fixed: [],
  written_by: "both" as const,
};

describe("what is handed in", () => {
  it("is every question that failed, even where it stays as it is", () => {
    expect(changesToSubmit(given, initialEdits(given)).map(({ uid }) => uid)).toEqual(["a"]);
  });

  it("is what was changed or dropped besides", () => {
    const changed = { format: "single_choice", stem: "Why b?", options: ["one", "two"], answer: 1 };
    const edits = { ...initialEdits(given), a: null, b: changed };
    expect(changesToSubmit(given, edits)).toEqual([
      { uid: "a", content: null },
      { uid: "b", content: { stem: "Why b?", options: ["one", "two"], answer: 1 } },
    ]);
  });
});

it("waits until every question that stays is finished", () => {
  const start = initialEdits(given);
  const unfinished = { format: "single_choice", stem: "", options: ["one", "two"], answer: 0 };
  expect(isReady(given, start, rules)).toBe(true);
  expect(isReady(given, { ...start, a: unfinished }, rules)).toBe(false);
  expect(isReady(given, { ...start, a: null }, rules)).toBe(true);
});
