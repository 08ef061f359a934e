import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { StatisticsNote } from "./statistics-note";

async function show(answer: { as_of: string | null; is_current: boolean }) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  await renderInApp(<StatisticsNote slug="demo" />);
}

it("says when the figures were computed, and that newer ones follow", async () => {
  const asOf = new Date(Date.now() - 3 * 60_000).toISOString();
  await show({ as_of: asOf, is_current: false });
  expect(await screen.findByText("3 minutes ago")).toBeVisible();
  expect(screen.getByText(/Updated figures appear here shortly/)).toBeVisible();
});

it("says that the first are being computed", async () => {
  await show({ as_of: null, is_current: false });
  expect(await screen.findByText(/is computing the figures/)).toBeVisible();
});
