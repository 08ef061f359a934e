import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Leaderboard, LeaderboardRow, Tally } from "../api";
import { LeaderboardTable } from "./leaderboard-table";

function tally(accuracy: number, miss = 0): Tally {
  return {
    n: 100,
    correct: 100 * accuracy,
    incorrect: 100 - 100 * accuracy - miss,
    miss,
    error: 0,
    accuracy,
    interval: [accuracy - 0.05, accuracy + 0.05],
    miss_rate: miss / 100,
    error_rate: 0,
    standard_error: 0.05,
    small: false,
  };
}

function cell(run: number, overall: Tally, stale = false): LeaderboardRow["cells"][string] {
  return {
    run,
    stale,
    overall,
    published: tally(0.25),
    slices: {},
    formats: {},
    rule: "subtext-1",
    incomplete: false,
  };
}

const board: Leaderboard = {
  version: "1.0.0",
  manifest_sha256: "ab".repeat(32),
  settings: [
    { id: "none", title: { en: "None" } },
    { id: "cot", title: { en: "Chain of thought" } },
  ],
  rows: [
    {
      model: "dice",
      backend: "random",
      origin: "own",
      revision: "",
      parameters: "",
      access: "",
      cells: { none: cell(1, tally(0.2)) },
    },
    {
      model: "clever",
      backend: "openai",
      origin: "own",
      revision: "",
      parameters: "",
      access: "",
      cells: { none: cell(2, tally(0.7, 4), true), cot: cell(3, tally(0.8)) },
    },
  ],
  splits: ["test"],
  questions: 100,
  scored_splits: [{ splits: ["test"], questions: 100 }],
  people: [
    {
      model: "expert",
      backend: "replay",
      origin: "people",
      revision: "",
      parameters: "",
      access: "",
      cells: { none: cell(4, tally(0.95)) },
    },
  ],
  human: {
    mean: 0.9,
    best: 0.98,
    people: 6,
    answers: 600,
    questions: 100,
    complete: true,
    slices: {},
  },
  slices: [],
  open_tasks: [],
  to_answer: [],
};

it("ranks the models, marks baselines and stale scores, names people's scores", async () => {
  await renderInApp(
    <LeaderboardTable board={board} setting="none" published={false} onShow={() => undefined} />,
  );
  const [, first, second] = screen.getAllByRole("row");
  expect(first).toHaveTextContent(/clever.*Newer release available.*70\.0%.*80\.0%/);
  expect(second).toHaveTextContent(/dice.*Baseline.*20\.0%/);
  expect(screen.getByText(/Average human 90\.0% · Best human 98\.0%/)).toBeVisible();
  expect(screen.queryByRole("columnheader", { name: "Published rule" })).toBeNull();
});

it("marks a run with too many errors, also in the column of another setting", async () => {
  const [dice, clever] = board.rows;
  const cells = Object.entries(clever?.cells ?? {}).map(([setting, scored]) => [
    setting,
    { ...scored, incomplete: true },
  ]);
  const marked = {
    ...board,
    rows: [dice, { ...clever, cells: Object.fromEntries(cells) }] as LeaderboardRow[],
  };
  await renderInApp(
    <LeaderboardTable board={marked} setting="none" published={false} onShow={() => undefined} />,
  );
  const [, first, second] = screen.getAllByRole("row");
  expect(first).toHaveTextContent(/clever.*Incomplete.*70\.0%.*80\.0% · Incomplete/);
  expect(second).not.toHaveTextContent("Incomplete");
});

it("keeps people apart from the models and says who they are", async () => {
  await renderInApp(
    <LeaderboardTable board={board} setting="none" published={false} onShow={() => undefined} />,
  );
  const [models, people] = screen.getAllByRole("table");
  expect(models).not.toHaveTextContent("expert");
  expect(people).toHaveTextContent(/expert.*95\.0%/);
  expect(screen.getByText(/6 validators who answered every question/)).toBeVisible();
});

it("leads from misses to the samples", async () => {
  await renderInApp(
    <LeaderboardTable board={board} setting="none" published onShow={() => undefined} />,
  );
  const misses = screen.getByRole("link", { name: "4.0%" });
  expect(misses).toHaveAttribute(
    "href",
    "/projects/demo/evaluation/runs/2?tab=samples&outcome=miss",
  );
  expect(screen.getAllByRole("columnheader", { name: "Published rule" })).toHaveLength(2);
});

it("asks for another setting and for the published rule", async () => {
  const user = userEvent.setup();
  const onShow = vi.fn();
  await renderInApp(
    <LeaderboardTable board={board} setting="none" published={false} onShow={onShow} />,
  );
  await user.click(screen.getByRole("radio", { name: /Chain of thought/ }));
  await user.click(screen.getByRole("checkbox"));
  expect(onShow.mock.calls).toEqual([[{ setting: "cot" }], [{ published: true }]]);
});
