import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { TakedownDialog } from "./takedown-dialog";

const posted = vi.fn();

beforeEach(() => {
  posted.mockClear();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "GET")
      return Response.json({
        picture: { id: 12, item_number: 4, thumbnail_url: "/12.png" },
        stem: "",
        releases: [
          { version: "1.0.0", status: "published" },
          { version: "1.0.1", status: "published" },
        ],
        removed_items: 1,
        removed_questions: 3,
        next_version: "2.0.0",
        confirm: "1.0.1",
      });
    posted(await request.json());
    return Response.json({ version: "2.0.0" }, { status: 201 });
  });
});

function open() {
  renderInApp(<TakedownDialog slug="cats" target={{ image: 12 }} opened onClose={vi.fn()} />);
}

it("shows the image and what follows, and waits for its version", async () => {
  const user = userEvent.setup();
  open();
  expect(await screen.findByRole("img", { name: "Item 4" })).toBeInTheDocument();
  expect(screen.getByText(/2\.0\.0 is published without 1 item and 3 questions/)).toBeVisible();
  await user.type(screen.getByLabelText(/^Reason/), "Asked for.");
  const confirm = screen.getByLabelText(/Type 1\.0\.1 to confirm/);
  const action = screen.getByRole("button", { name: /^Take down image/ });
  await user.type(confirm, "2.0.0");
  expect(action).toBeDisabled();
  await user.clear(confirm);
  await user.type(confirm, "1.0.1");
  await user.click(action);
  await waitFor(() => {
    expect(posted).toHaveBeenCalledWith({
      image: 12,
      reason: "Asked for.",
      preview: false,
      version: "1.0.1",
    });
  });
});

it("begins at the version", async () => {
  open();
  const confirm = await screen.findByLabelText(/Type 1\.0\.1 to confirm/);
  await waitFor(() => {
    expect(confirm).toHaveFocus();
  });
});

it("is previewed without a version", async () => {
  const user = userEvent.setup();
  open();
  const preview = await screen.findByRole("button", { name: "Preview 2.0.0" });
  expect(preview).toBeDisabled();
  await user.type(screen.getByLabelText(/^Reason/), "Asked for.");
  await user.click(preview);
  await waitFor(() => {
    expect(posted).toHaveBeenCalledWith(expect.objectContaining({ image: 12, preview: true }));
  });
});
