import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { Invitation } from "./invitation";

const INVITATION = {
  valid: true,
  slug: "demo",
  project_name: "Demo",
  protocol_name: "Toy",
  description: "",
  role: "organizer",
  current_role: null as string | null,
  raises: false,
};
const ADA = { id: 7, username: "ada", display_name: "Ada", memberships: [] };

/** Opens an invitation; returns the requests that accepted it. */
async function open(invitation: Partial<typeof INVITATION>, user: typeof ADA | null = ADA) {
  const accepted: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/api/session/")) return Response.json({ user });
    if (request.method === "GET") return Response.json({ ...INVITATION, ...invitation });
    accepted.push(await request.json());
    return Response.json({ user: ADA }, { status: 201 });
  });
  await renderInApp(
    <Suspense>
      <Invitation token="t" />
    </Suspense>,
  );
  await waitFor(() => {
    expect(screen.getByTestId("here")).not.toBeEmptyDOMElement();
  });
  return accepted;
}

it("says what a higher role changes before it is accepted", async () => {
  const accepted = await open({ current_role: "annotator", raises: true });
  expect(await screen.findByText(/changes: Annotator → Organizer\./)).toBeVisible();
  expect(screen.getByText(/counts as known to you/)).toBeVisible();
  expect(accepted).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Change my role" }));
  await waitFor(() => {
    expect(accepted).toEqual([{}]);
  });
});

it("names no consequences for work where the new role reads nothing more", async () => {
  await open({ role: "annotator", current_role: "rater", raises: true });
  expect(await screen.findByText(/changes: Rater → Annotator\./)).toBeVisible();
  expect(screen.queryByText(/counts as known to you/)).toBeNull();
});

it("offers members with the role nothing but the project", async () => {
  await open({ current_role: "maintainer" });
  expect(await screen.findByText(/is already Maintainer, so this invitation/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Open project" })).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
});

it("lets people with an account join under it", async () => {
  const accepted = await open({});
  await userEvent.click(await screen.findByRole("button", { name: "Join as Ada" }));
  await waitFor(() => {
    expect(accepted).toEqual([{}]);
  });
});

it("asks people without an account for one", async () => {
  const accepted = await open({ role: "annotator" }, null);
  await userEvent.type(await screen.findByLabelText(/^Your name/), "Bo");
  await userEvent.type(screen.getByLabelText(/^User name/), "bo");
  await userEvent.type(screen.getByLabelText(/^Password/), "correct horse");
  await userEvent.click(screen.getByRole("button", { name: "Join project" }));
  await waitFor(() => {
    expect(accepted).toMatchObject([
      { display_name: "Bo", username: "bo", password: "correct horse", locale: "en" },
    ]);
  });
});

it("says that a used link is no longer valid", async () => {
  await open({ valid: false });
  expect(await screen.findByText("This invitation is no longer valid")).toBeVisible();
});
