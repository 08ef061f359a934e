import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { sessionOver } from "@/lib/session/session-over";
import { renderInApp } from "@/testing/render-in-app";

import { LogInAgain } from "./log-in-again";

const ADA = { id: 7, username: "ada", display_name: "Ada", memberships: [] };
const BO = { username: "bo", display_name: "Ada" };

let sent: unknown[] = [];

beforeEach(async () => {
  sent = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json({ user: ADA });
    const body = (await request.json()) as { password: string };
    sent.push(body);
    if (body.password === "wrong") {
      return Response.json({ title: "", detail: "", errors: [] }, { status: 400 });
    }
    return Response.json({ user: ADA }, { headers: { "X-Subtext-Person": "7" } });
  });
  await renderInApp(
    <Suspense>
      <p>What was typed</p>
      <textarea aria-label="Explanation" />
      <LogInAgain />
    </Suspense>,
  );
});

afterEach(() => {
  act(() => {
    sessionOver.end();
  });
});

async function logIn(password: string) {
  await userEvent.type(await screen.findByLabelText(/^Password/), password);
  await userEvent.click(screen.getByRole("button", { name: "Log in" }));
}

it("locks a page while another person is logged in, and names both", async () => {
  act(() => {
    sessionOver.begin(BO);
  });
  // They have the same display name.
  expect(await screen.findByText(/now logged in as Ada \(bo\)/)).toBeVisible();
  expect(screen.getByText(/To continue as Ada \(ada\), log in again/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue as Ada (bo)" })).toBeVisible();
  expect(screen.getByDisplayValue("ada")).toHaveAttribute("readonly");

  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("dialog")).toBeVisible();
  await logIn("wrong");
  expect(await screen.findByText("Wrong user name or password.")).toBeVisible();
  expect(screen.getByText("What was typed")).toBeInTheDocument();
});

it("opens the page when its own person has logged in", async () => {
  act(() => {
    sessionOver.begin(BO);
  });
  await logIn("correct horse");
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  expect(sent).toEqual([{ username: "ada", password: "correct horse" }]);
  expect(screen.getByText("What was typed")).toBeVisible();
});

it("leads to the login page after an expired session", async () => {
  act(() => {
    sessionOver.begin();
  });
  expect(await screen.findByText(/Your session has expired/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Log in again" }));
  expect(screen.getByRole("button", { name: "Go to login page" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Continue as/ })).toBeNull();
});

it("leaves somebody who is typing in their text when the session expires", async () => {
  const text = await screen.findByLabelText("Explanation");
  await userEvent.type(text, "The bird ");
  act(() => {
    sessionOver.begin();
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("Your session has expired");
  await userEvent.keyboard("is free.");
  expect(text).toHaveValue("The bird is free.");
  // Every further request that fails leaves the dialog as it is.
  await userEvent.click(screen.getByRole("button", { name: "Log in again" }));
  const password = await screen.findByLabelText(/^Password/);
  await waitFor(() => {
    expect(password).toHaveFocus();
  });
  act(() => {
    sessionOver.begin();
  });
  expect(screen.getByRole("dialog")).toBeVisible();
});

it("sends nothing that was being typed into the password when another person logs in", async () => {
  await userEvent.type(await screen.findByLabelText("Explanation"), "The bird ");
  act(() => {
    sessionOver.begin(BO);
  });
  await screen.findByRole("dialog");
  await userEvent.keyboard("is free.");
  expect(screen.getByLabelText(/^Password/)).toHaveValue("");
});
