import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import type { Gate, GateLine } from "../api";
import { CreateReleaseDialog } from "./cut-dialog";

const dispute: GateLine = {
  id: "disputes",
  level: "block",
  count: 1,
  message: { en: "Items to adjudicate: 1.", zh: "" },
  cases: [1],
  images: [],
  pictures: [],
  overridable: true,
};

function gateOf(version: string): Gate {
  const taken: GateLine = {
    ...dispute,
    id: "version",
    overridable: false,
    message: { en: `${version} is already released.`, zh: "" },
  };
  return {
    version,
    suggested: "1.1.0",
    seed: 0,
    items: 6,
    questions: 12,
    splits: [{ split: "test", questions: 10, private: true, may_be_private: true }],
    lines: version === "1.0.0" ? [taken, dispute] : [dispute],
    open: false,
    unchanged: false,
    checked_at: "2026-11-20T12:00:00Z",
    is_current: true,
    job: null,
  };
}

const posted = vi.fn();

beforeEach(() => {
  posted.mockClear();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const request = input as Request;
    if (request.method === "GET") {
      const version = new URL(request.url).searchParams.get("version") ?? "1.1.0";
      return Response.json(gateOf(version));
    }
    posted(await request.json());
    return Response.json({}, { status: 201 });
  });
});

it("cuts once each line that blocks has a reason", async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  await renderInApp(<CreateReleaseDialog slug="demo" version="1.1.0" opened onClose={onClose} />);
  const cut = await screen.findByRole("button", { name: /Publish 1\.1\.0/ });
  expect(cut).toBeDisabled();
  await user.type(screen.getByLabelText(/Items to adjudicate/), "Both readings hold.");
  await user.click(cut);
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(posted).toHaveBeenCalledWith({
    version: "1.1.0",
    overrides: { disputes: "Both readings hold." },
    preview: false,
    private: ["test"],
    note: "",
  });
});

it("says why a version cannot be cut, and does not cut it", async () => {
  const user = userEvent.setup();
  await renderInApp(
    <CreateReleaseDialog slug="demo" version="1.1.0" opened onClose={() => undefined} />,
  );
  const version = await screen.findByLabelText(/Version/);
  await user.type(screen.getByLabelText(/Items to adjudicate/), "Known.");
  await user.clear(version);
  await user.type(version, "1.0.0");
  expect(await screen.findByText("1.0.0 is already released.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Publish 1\.0\.0/ })).toBeDisabled();
});

it("begins with what was typed for a version that was blocked", async () => {
  const before = { note: "The first.", private: [], reasons_given: { disputes: "Known." } };
  await renderInApp(
    <CreateReleaseDialog
      slug="demo"
      version="1.1.0"
      before={before}
      opened
      onClose={() => undefined}
    />,
  );
  expect(await screen.findByLabelText(/Items to adjudicat/)).toHaveValue("Known.");
  expect(screen.getByLabelText("Note (optional)")).toHaveValue("The first.");
  expect(screen.getByRole("checkbox", { name: "test" })).not.toBeChecked();
});
