import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ReleaseBlockers } from "./blocking";

const simulated = {
  id: "simulated",
  level: "block",
  count: 6,
  message: { en: "Items with simulated work: 6.", zh: "" },
};

async function blockers(unchanged: boolean) {
  const gate = {
    suggested: "1.0.1",
    lines: [simulated],
    unchanged,
    is_current: true,
    checked_at: "2026-11-20T12:00:00Z",
  };
  vi.spyOn(globalThis, "fetch").mockImplementation((input) => {
    const isGate = (input as Request).url.includes("/gate/");
    return Promise.resolve(Response.json(isGate ? gate : { protocol: { fields: [] } }));
  });
  await renderInApp(<ReleaseBlockers slug="demo" found={[]} />);
}

it("names no blocker of a release that would be the last one again", async () => {
  await blockers(true);
  expect(await screen.findByText("Nothing has changed since the last release.")).toBeVisible();
  expect(screen.queryByText("Items with simulated work: 6.")).toBeNull();
});

it("names what blocks a release that would bring something new", async () => {
  await blockers(false);
  expect(await screen.findByText("Items with simulated work: 6.")).toBeVisible();
  expect(screen.getByRole("heading")).toHaveTextContent("1.0.1");
});
