import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Run } from "../api";
import { RetryErrors } from "./retry-errors";

const run = { id: 7, status: "finished", origin: "own", error_count: 2 } as Run;

it("asks the questions with errors again", async () => {
  const asked = vi.fn();
  vi.stubGlobal("fetch", (request: Request) => {
    asked(request.method, new URL(request.url).pathname);
    return Promise.resolve(Response.json(run));
  });
  await renderInApp(<RetryErrors slug="demo" run={run} />);
  const button = screen.getByRole("button", { name: "Retry errors" });
  expect(button).toHaveAttribute("title", expect.stringContaining("Asks 2 questions again."));
  await userEvent.click(button);
  expect(asked).toHaveBeenCalledWith("POST", "/api/projects/demo/evaluation/runs/7/retry-errors/");
});

it.each([
  { ...run, error_count: 0 },
  { ...run, status: "running" },
  { ...run, origin: "imported" },
] as Run[])("is not offered where there is nothing to ask", async (other) => {
  await renderInApp(<RetryErrors slug="demo" run={other} />);
  expect(screen.queryByRole("button")).toBeNull();
});
