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

/** A server that knows Ada, and answers what changes something so. */
async function aPage(status: number, body: object) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
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
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

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
