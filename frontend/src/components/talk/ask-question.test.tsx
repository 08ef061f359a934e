import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";

import type { Role } from "@/lib/session/session";
import { renderInApp } from "@/testing/render-in-app";

import { AskQuestion } from "./ask-question";

/** @returns the bodies of the requests that opened a discussion. */
async function shownTo(role: Role) {
  const opened: unknown[] = [];
  const memberships = [{ role, project: { slug: "demo", name: "Demo" } }];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") opened.push(await request.json());
    return new Response(JSON.stringify({ user: { id: 1, username: "ada", memberships } }));
  });
  await renderInApp(
    <Suspense>
      <AskQuestion slug="demo" about={{ case: 4 }} />
    </Suspense>,
  );
  return opened;
}

it("lets an annotator ask the organizers", async () => {
  const opened = await shownTo("annotator");
  await userEvent.click(await screen.findByRole("button", { name: /Ask the organizers/ }));
  await userEvent.type(await screen.findByLabelText("Your question"), "Is it ironic?");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(opened).toMatchObject([{ case: 4, purpose: "question", text: "Is it ironic?" }]);
}, 20_000);

it("lets an organizer record a consensus, and does not send them to themselves", async () => {
  const opened = await shownTo("organizer");
  await userEvent.click(await screen.findByRole("button", { name: /Record a consensus/ }));
  expect(screen.queryByText("Ask the organizers")).not.toBeInTheDocument();
  await userEvent.type(await screen.findByLabelText("Note"), "It is ironic.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(opened).toMatchObject([{ case: 4, purpose: "consensus", text: "It is ironic." }]);
}, 20_000);
