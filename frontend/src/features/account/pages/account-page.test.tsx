import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { AccountPage } from "./account-page";

const user = {
  id: 1,
  username: "ada",
  display_name: "Ada",
  email: "ada@example.org",
  memberships: [],
};

const preference = {
  available: false,
  frequency: "off",
  address: "ada@example.org",
  confirmed: false,
  refusal: "",
  daily_hour: 8,
  time_zone: "UTC",
};
const event = {
  id: 7,
  at: "2026-03-05T09:00:00Z",
  last_at: null,
  count: 1,
  actor: "Mei",
  actor_id: 2,
  person: "Ada",
  person_id: 1,
  project: "bench",
  details: {},
};
const events = [
  { ...event, kind: "password_link_used" },
  { ...event, id: 6, kind: "role_changed", details: { before: "organizer", role: "maintainer" } },
  { ...event, id: 5, kind: "login_failed", count: 3, actor: null, actor_id: null, project: "" },
];

/** A server that knows Ada, and answers what changes something so. */
async function aPage(status: number, body: object) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/api/me/mail/")) return new Response(JSON.stringify(preference));
    if (request.url.endsWith("/api/me/security-record/")) {
      return new Response(JSON.stringify({ next: null, previous: null, results: events }));
    }
    if (request.method === "GET") return new Response(JSON.stringify({ user }));
    sent.push(await request.json());
    return new Response(JSON.stringify(body), { status });
  });
  await renderInApp(
    <Suspense>
      <AccountPage />
    </Suspense>,
  );
  await screen.findByRole("textbox", { name: /Name/ });
  return sent;
}
const save = () => userEvent.click(screen.getAllByRole("button", { name: "Save" })[0]!);

it("sends what is known with what was changed", async () => {
  const sent = await aPage(200, { user: { ...user, email: "countess@example.org" } });
  const email = screen.getByRole("textbox", { name: /mail/ });
  await userEvent.clear(email);
  await userEvent.type(email, "countess@example.org");
  const [asked] = screen.getAllByLabelText(/Current password/);
  await userEvent.type(asked!, "correct horse");
  await save();
  await waitFor(() => {
    expect(sent).toEqual([
      {
        display_name: "Ada",
        email: "countess@example.org",
        current: "correct horse",
        locale: "en",
      },
    ]);
  });
});

it("says at its field what the server refuses, until it is changed", async () => {
  await aPage(400, { errors: [{ field: "email", message: "No such place." }] });
  await save();
  const email = screen.getByRole("textbox", { name: /mail/ });
  expect(await screen.findByText("No such place.")).toBeVisible();
  expect(email).toBeInvalid();
  await userEvent.type(email, "x");
  expect(screen.queryByText("No such place.")).toBeNull();
});

it("shows above the button what no field says", async () => {
  await aPage(503, { title: "Down" });
  await save();
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.getByRole("textbox", { name: /mail/ })).toBeValid();
});

it("lists what happened to the account, and who did it", async () => {
  await aPage(200, { user });
  const used = await screen.findByRole("row", { name: /Password link of someone else used/ });
  expect(used).toHaveTextContent("Mei");
  expect(screen.getByRole("row", { name: /Role changed/ })).toHaveTextContent(
    "Organizer → Maintainer",
  );
  const failed = screen.getByRole("row", { name: /Login failed/ });
  expect(failed).toHaveTextContent("3 attempts");
});
