import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ReadingForm } from "./reading-form";

const IN_FORCE = { confidence: 0.8, minimum_characters: 2 };

afterEach(() => {
  vi.unstubAllGlobals();
});

it("asks for other parameters only, and hands over what was chosen", async () => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") asked.push(await request.json());
    return Response.json({ jobs: [], workers: [] });
  });
  await renderInApp(<ReadingForm slug="pics" inForce={IN_FORCE} start={IN_FORCE} />);
  const user = userEvent.setup();
  const show = screen.getByRole("button", { name: /Preview changes/ });
  expect(show).toBeDisabled();
  screen.getByRole("slider", { name: "Minimum confidence" }).focus();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  screen.getByRole("slider", { name: "Minimum characters" }).focus();
  await user.keyboard("{ArrowRight}");
  await user.click(show);
  await waitFor(() => {
    expect(asked).toEqual([{ confidence: 0.78, minimum_characters: 3 }]);
  });
});
