import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Gate } from "../api";
import { GateSection } from "./gate-section";

const gate: Gate = {
  version: "1.0.1",
  suggested: "1.0.1",
  seed: 0,
  items: 6,
  questions: 12,
  splits: [],
  lines: [
    {
      id: "simulated",
      level: "block",
      count: 6,
      message: { en: "Items with simulated work: 6.", zh: "" },
      cases: [],
      images: [],
      pictures: [],
      overridable: true,
    },
  ],
  open: false,
  unchanged: true,
  checked_at: "2026-11-20T12:00:00Z",
  is_current: true,
  job: null,
};

let answer: Gate;

beforeEach(() => {
  answer = gate;
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const { pathname } = new URL((input as Request).url);
    return Promise.resolve(
      Response.json(pathname.endsWith("/gate/") ? answer : { jobs: [], workers: [] }),
    );
  });
});

it("says once that nothing changed, with no verdict and no blocker in sight", async () => {
  await renderInApp(<GateSection slug="demo" unchangedSince="1.0.0" />);
  expect(await screen.findByText(/Nothing has changed since 1\.0\.0/)).toBeVisible();
  expect(screen.getByRole("heading")).toHaveTextContent(/^Release checks$/);
  expect(screen.getByText("Blocking")).not.toBeVisible();
});

it("lists what blocks a version that is offered", async () => {
  await renderInApp(<GateSection slug="demo" unchangedSince={undefined} />);
  expect(await screen.findByText("Items with simulated work: 6.")).toBeVisible();
  expect(screen.getByRole("heading")).toHaveTextContent("1.0.1 is blocked");
  expect(screen.queryByText(/Nothing has changed/)).toBeNull();
});

it("gives no verdict while it checks whether there is something new", async () => {
  const job = { id: 1, status: "running", done: 0, total: null, error: "" } as Gate["job"];
  answer = { ...gate, is_current: false, job };
  await renderInApp(<GateSection slug="demo" unchangedSince={undefined} />);
  expect(await screen.findByRole("button", { name: "Check again" })).toBeDisabled();
  expect(screen.getByRole("heading")).toHaveTextContent(/^Release checks$/);
  expect(screen.queryByText("Items with simulated work: 6.")).toBeNull();
});
