import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { content, protocol, question } from "@/lib/protocol/testing";
import { renderInApp } from "@/testing/render-in-app";

import type { MyDraft } from "../api";
import { Unhanded } from "./unhanded";

const draft = (slot: number, why: MyDraft["why"], words: string): MyDraft => ({
  slot,
  item_number: slot,
  images: [],
  saved_at: "2026-11-20T14:03:00Z",
  why,
  content: content({}, { texts: { explanation: words }, questions: [question("q1")] }),
});

/** A server that lists drafts until they are handed in, and remembers what was. */
function aServer(drafts: MyDraft[]) {
  const handedIn: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "POST") {
      const slot = Number(/slots\/(\d+)\/submit/.exec(path)?.[1]);
      handedIn.push(await request.json());
      drafts = drafts.filter((one) => one.slot !== slot);
      return Response.json({ id: 1, slot, revision: 1, submitted_at: "2026-11-20T15:00:00Z" });
    }
    return Response.json({ next: null, previous: null, results: drafts });
  });
  return handedIn;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("says of each draft why it is not on the desk, and shows what was typed", async () => {
  aServer([draft(3, "closed", "Night work."), draft(4, "lapsed", "A clock.")]);
  await renderInApp(<Unhanded slug="demo" protocol={protocol} />);
  expect(await screen.findByText(/has left the benchmark/)).toBeVisible();
  expect(screen.getByText("Night work.")).toBeInTheDocument();
  expect(screen.getByText(/you are given it next/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Go on with Picture 4" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /Hand in/ })).toBeNull();
});

it("hands in what others have taken over, as it was typed", async () => {
  const one = draft(5, "taken", "A late thought.");
  const handedIn = aServer([one]);
  await renderInApp(<Unhanded slug="demo" protocol={protocol} />);
  await userEvent.click(
    await screen.findByRole("button", { name: "Hand it in all the same: Picture 5" }),
  );
  await waitFor(() => {
    expect(screen.queryByText("A late thought.")).toBeNull();
  });
  expect(handedIn).toEqual([{ content: one.content }]);
});
