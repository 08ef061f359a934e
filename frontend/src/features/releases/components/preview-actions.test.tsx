import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Release } from "../api";
import { PreviewActions } from "./preview-actions";

vi.mock("@/lib/session/project", () => ({ useProject: () => ({ slug: "demo", can: () => true }) }));

const preview = (fields: Partial<Release> = {}) =>
  ({ version: "1.0.0", status: "previewed", is_takedown: false, ...fields }) as Release;

function requests(): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.method !== "GET") {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
    }
    return Promise.resolve(Response.json({}));
  });
  return asked;
}

it("publishes a preview only after asking", async () => {
  const asked = requests();
  await renderInApp(<PreviewActions release={preview()} />);
  const name = "Publish preview 1.0.0";
  await userEvent.click(await screen.findByRole("button", { name }));
  const dialog = await screen.findByRole("dialog", { name });
  expect(dialog).toHaveTextContent("never changes");
  expect(asked).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name }));
  expect(asked).toEqual(["POST /api/projects/demo/releases/1.0.0/publish/"]);
});

it("offers no publishing of a takedown, which happens where the image is taken down", async () => {
  requests();
  await renderInApp(<PreviewActions release={preview({ is_takedown: true })} />);
  expect(await screen.findByRole("button", { name: "Remove 1.0.0" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Publish/ })).toBeNull();
});
