import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import type { Stage } from "@/lib/stages/stages";
import { renderInApp } from "@/testing/render-in-app";

import { SlidersForm } from "./sliders-form";

const CURRENT = { confidence: 0.8, characters: 2 };
const STAGE: Stage = {
  id: "toy",
  kind: "image",
  icon: "ruler",
  is_on: true,
  state: "toy",
  action: "exclude_toy",
  texts: {
    "parameter.confidence": { en: "Minimum confidence" },
    "parameter.characters": { en: "Minimum characters" },
  },
  reasons: {},
  units: { confidence: "share", characters: "number" },
  measures: [],
  sliders: {
    confidence: { low: 0.5, high: 1, step: 0.01 },
    characters: { low: 1, high: 10, step: 1 },
  },
  parameters: CURRENT,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it("asks for other parameters only, and sends what was chosen", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") asked.push(await request.json());
    return Response.json({ jobs: [], workers: [] });
  });
  await renderInApp(<SlidersForm slug="pics" stage={STAGE} current={CURRENT} start={CURRENT} />);
  const user = userEvent.setup();
  const show = screen.getByRole("button", { name: /Preview changes/ });
  expect(show).toBeDisabled();
  screen.getByRole("slider", { name: "Minimum confidence" }).focus();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  screen.getByRole("slider", { name: "Minimum characters" }).focus();
  await user.keyboard("{ArrowRight}");
  await user.click(show);
  await waitFor(() => {
    expect(asked).toEqual([{ parameters: { confidence: 0.78, characters: 3 } }]);
  });
});
