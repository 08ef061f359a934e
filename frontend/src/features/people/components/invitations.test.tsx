import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { Invitations } from "./invitations";

const INVITATION = {
  id: 7,
  role: "annotator",
  uses_left: 3,
  expires_at: "2099-01-01T00:00:00Z",
  email: "",
  created_at: "2026-01-01T00:00:00Z",
};

it("shows a link only after its consequences were confirmed", async () => {
  const posts: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "POST") posts.push(path);
    const body = request.method === "POST" ? { ...INVITATION, token: "fresh" } : [INVITATION];
    return Promise.resolve(Response.json(path.includes("/invitations/") ? body : {}));
  });
  await renderInApp(<Invitations slug="demo" />);
  await userEvent.click(await screen.findByRole("button", { name: "New link" }));
  expect(screen.queryByLabelText(/invitation link/i)).toBeNull();
  expect(posts).toEqual([]);
  const dialog = screen.getByRole("dialog", { name: "New link" });
  expect(dialog).toHaveTextContent("no longer works");
  await userEvent.click(within(dialog).getByRole("button", { name: "New link" }));
  const link = await screen.findByLabelText(/invitation link/i);
  expect(link).toHaveValue(`${window.location.origin}/invite/fresh`);
  expect(posts).toEqual(["/api/projects/demo/invitations/7/renew/"]);
});
