import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Run } from "../api";
import { RunList } from "./run-list";

const RUN = {
  id: 7,
  version: "1.0.0",
  model: "stub-vl",
  parameters_label: "temperature=0.5",
  parameters: { temperature: 0.5 },
  backend: "openai",
  setting: "none",
  setting_title: { en: "None" },
  splits: ["test"],
  status: "failed",
  origin: "own",
  total: 13,
  answered: 9,
  response_count: 4,
  error_count: 0,
  reason: "Set the temperature to “none”, then start a new run.",
  needs_new_run: false,
  created_at: "2026-11-27T12:00:00Z",
} as unknown as Run;

async function renderList(run: Run) {
  vi.stubGlobal("fetch", (request: Request) => {
    const isRuns = new URL(request.url).pathname.endsWith("/evaluation/runs/");
    const page = { next: null, previous: null, results: isRuns ? [run] : [] };
    return Promise.resolve(Response.json(page));
  });
  await renderInApp(<RunList slug="demo" version="1.0.0" />);
  return within(await screen.findByRole("table"));
}

it("counts responses, not errors, and continues a run that stopped", async () => {
  const table = await renderList(RUN);
  expect(table.getByText("4 of 13")).toBeVisible();
  expect(table.getByRole("button", { name: "Continue" })).toBeVisible();
  expect(table.queryByRole("button", { name: "New run" })).toBeNull();
});

it("offers a new run where continuing would fail again", async () => {
  const table = await renderList({ ...RUN, needs_new_run: true });
  expect(table.getByRole("button", { name: "New run" })).toBeVisible();
  expect(table.queryByRole("button", { name: "Continue" })).toBeNull();
});
