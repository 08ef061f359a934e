import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Leaderboard } from "../api";
import type { RunComparison, Difference, ShortcutBaseline, ScoredRun } from "../api-scores";
import { incompleteRuns } from "../leaderboard";
import { ComparisonView } from "./comparison-view";
import { ShortcutBaselineTable } from "./shortcut-baseline-table";
import { SliceMap } from "./slice-map";

const SETTINGS = [{ id: "none", title: { en: "None" } }];

const run = (id: number, model: string, incomplete: boolean): ScoredRun => ({
  id,
  version: "1.0.0",
  model,
  revision: "",
  parameters_label: "",
  backend: "openai",
  setting: "none",
  setting_title: { en: "None" },
  stale: false,
  overall: null,
  incomplete,
});

const tally = {
  n: 4,
  correct: 2,
  incorrect: 2,
  miss: 0,
  error: 0,
  accuracy: 0.5,
  interval: [0.2, 0.8],
  small: true,
};

const row = (id: number, model: string, incomplete: boolean): Leaderboard["rows"][number] => ({
  model,
  backend: "openai",
  origin: "own",
  revision: "",
  parameters: "",
  access: "",
  cells: {
    none: {
      run: id,
      stale: false,
      overall: tally,
      published: tally,
      slices: { domain: { art: tally } },
      formats: {},
      rule: "subtext-1",
      incomplete,
    },
  },
});

const BOARD = {
  version: "1.0.0",
  rows: [row(1, "whole", false), row(2, "part", true)],
  settings: SETTINGS,
  slices: [
    { field: "domain", title: { en: "Domain" }, choices: [{ id: "art", title: { en: "Art" } }] },
  ],
  human: { answers: 0 },
} as unknown as Leaderboard;

/** Names of the rows or columns that are marked. */
function marked(role: "row" | "columnheader" | "rowheader") {
  return screen
    .getAllByRole(role)
    .filter((part) => within(part).queryByText("Incomplete"))
    .map((part) => part.textContent);
}

it("marks an incomplete run in a comparison", async () => {
  const overall: Difference = {
    n: 4,
    one: 0.5,
    other: 0.25,
    difference: 0.25,
    interval: [-0.2, 0.7],
    p: 0.5,
    p_adjusted: 0.5,
    small: true,
    counts: { both: 1, only_one: 1, only_other: 0, neither: 2 },
  } as unknown as Difference;
  const comparison: RunComparison = {
    one: run(1, "whole", false),
    other: run(2, "part", true),
    overall,
    slices: {},
    labels: [],
  };
  await renderInApp(<ComparisonView comparison={comparison} names={["whole", "part"]} />);
  expect(marked("columnheader")).toEqual([expect.stringContaining("part")]);
});

it("marks an incomplete run among shortcuts", async () => {
  const result = { n: 4, correct: 2, accuracy: 0.5, interval: [0.2, 0.8], chance: 0.25 };
  const probes = [
    { rule: "longest", run: null },
    { rule: "", run: run(1, "whole", false) },
    { rule: "", run: run(2, "part", true) },
  ].map((probe) => ({ ...probe, result: { ...result, p_adjusted: 1, works: false } }));
  await renderInApp(
    <ShortcutBaselineTable probes={probes as ShortcutBaseline[]} settings={SETTINGS} />,
  );
  expect(marked("row")).toEqual([expect.stringContaining("part")]);
});

it("marks an incomplete run in results by label", async () => {
  await renderInApp(<SliceMap board={BOARD} setting="none" field={undefined} onShow={vi.fn()} />);
  expect(marked("rowheader")).toEqual([expect.stringContaining("part")]);
});

it("knows the incomplete runs of a leaderboard", () => {
  expect([...incompleteRuns(BOARD)]).toEqual([2]);
});
