import { expect, it } from "vitest";

import type { Leaderboard } from "./api";
import { defaultPair, isSignificant, differenceScaleHalfWidth, runChoices } from "./differences";

const tally = {
  n: 10,
  correct: 5,
  incorrect: 5,
  miss: 0,
  error: 0,
  accuracy: 0.5,
  interval: [0.2, 0.8],
  miss_rate: 0,
  error_rate: 0,
  standard_error: 0.1,
  small: false,
};

function cell(run: number, scored = true) {
  const overall = scored ? tally : null;
  return {
    run,
    stale: false,
    overall,
    published: null,
    slices: {},
    formats: {},
    rule: "r",
    incomplete: false,
  };
}

const board: Pick<Leaderboard, "settings" | "rows"> = {
  settings: [
    { id: "none", title: { en: "None" } },
    { id: "cot", title: { en: "CoT" } },
  ],
  rows: [
    {
      model: "good",
      backend: "openai",
      origin: "own",
      revision: "r1",
      parameters: "",
      access: "",
      cells: { cot: cell(2), none: cell(1) },
    },
    {
      model: "dice",
      backend: "random",
      origin: "own",
      revision: "",
      parameters: "",
      access: "",
      cells: { none: cell(3) },
    },
    {
      model: "private",
      backend: "openai",
      origin: "own",
      revision: "",
      parameters: "",
      access: "",
      cells: { none: cell(4, false) },
    },
  ],
};

it("offers every scored run in the order of the settings", () => {
  expect(runChoices(board)).toEqual([
    { id: 1, model: "good (r1)", setting: "none" },
    { id: 2, model: "good (r1)", setting: "cot" },
    { id: 3, model: "dice", setting: "none" },
  ]);
});

it("compares the best with the next model in the same setting, else with its own", () => {
  const choices = runChoices(board);
  expect(defaultPair(choices)?.map(({ id }) => id)).toEqual([1, 3]);
  expect(defaultPair(choices.slice(0, 2))?.map(({ id }) => id)).toEqual([1, 2]);
  expect(defaultPair(choices.slice(0, 1))).toBeUndefined();
});

it("draws all differences on one scale with zero in its middle", () => {
  const wide = { difference: -0.1, interval: [-0.3, 0.1] };
  expect(differenceScaleHalfWidth([wide, { difference: 0.2, interval: null }])).toBe(0.3);
  expect(differenceScaleHalfWidth([])).toBe(0.05);
});

it("knows what is beyond chance", () => {
  expect(isSignificant({ p_adjusted: 0.049 })).toBe(true);
  expect(isSignificant({ p_adjusted: 0.05 })).toBe(false);
  expect(isSignificant({ p_adjusted: null })).toBe(false);
});

it("names a revision that is the hash of a commit by its beginning", () => {
  const [row] = board.rows;
  const hash = "c8b87d4b81f34b6a147577a310d7e75f0698f6c2";
  const rows = row ? [{ ...row, revision: hash }] : [];
  expect(runChoices({ ...board, rows })[0]?.model).toBe("good (c8b87d4b81…)");
});
