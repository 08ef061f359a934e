import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { RunDetail } from "../api";
import { SampleBrowser } from "./sample-browser";

it.each([
  ["running", 0, "No responses yet", "Responses appear here as they arrive."],
  ["failed", 0, "No responses", "The run ended before its first response."],
  [
    "failed",
    2,
    "No matching samples",
    "No response of this run matches these filters. Remove a filter.",
  ],
] as const)(
  "says why a %s run with %i responses lists none",
  async (status, answered, title, text) => {
    vi.stubGlobal("fetch", () =>
      Promise.resolve(Response.json({ next: null, previous: null, results: [] })),
    );
    const run = { id: 7, status, answered, total: 13, slices: [], overall: null, result: null };
    await renderInApp(
      <SampleBrowser slug="demo" run={run as unknown as RunDetail} search={{ tab: "samples" }} />,
    );
    expect(await screen.findByRole("heading", { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  },
);
