import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ConnectionTest } from "./connection-test";

const TEST = "/api/projects/demo/evaluation/connection-test/";
const queued = { id: 7, status: "queued", error: "", result: null };
const finished = {
  ...queued,
  status: "finished",
  result: {
    models: ["stub"],
    answer: "I choose A.",
    seconds: 2,
    problem: "",
    key_variable: "SUBTEXT_MODEL_KEY_LAB",
    has_key: true,
  },
};

async function start(states: object[], workers: object[]): Promise<void> {
  vi.stubGlobal("fetch", (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/endpoints/")) return Promise.resolve(Response.json([]));
    if (path.endsWith("/jobs/")) return Promise.resolve(Response.json({ workers, jobs: [] }));
    if (path === TEST && request.method === "POST") {
      return Promise.resolve(Response.json(queued, { status: 202 }));
    }
    if (path === `${TEST}7/`) return Promise.resolve(Response.json(states.shift()));
    throw new Error(`Not expected: ${path}`);
  });
  await renderInApp(
    <ConnectionTest
      slug="demo"
      version="1.0.0"
      endpoint="lab"
      model="stub"
      setting="none"
      parameters={{}}
      onModel={vi.fn()}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "Test connection" }));
}

it("waits for the job and shows what the server answered", async () => {
  await start([queued, finished], [{ queues: ["default"] }]);
  expect(await screen.findByText("Testing the server…")).toBeVisible();
  expect(await screen.findByText("I choose A.", {}, { timeout: 10_000 })).toBeVisible();
  expect(screen.queryByText("Testing the server…")).toBeNull();
});

it("says that the test waits for a worker", async () => {
  await start([queued, queued, queued, queued], []);
  expect(await screen.findByText(/None is running for the general queue/)).toBeVisible();
});

it("says why a test failed", async () => {
  const error = "The workers stopped unexpectedly several times.";
  await start([{ ...queued, status: "failed", error }], [{ queues: ["default"] }]);
  expect(await screen.findByText(error)).toBeVisible();
  expect(screen.getByRole("button", { name: "Test connection" })).toBeEnabled();
});
