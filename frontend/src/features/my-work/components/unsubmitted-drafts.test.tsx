import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";

import { content, protocol, question } from "@/lib/protocol/testing";
import { renderInApp } from "@/testing/render-in-app";

import type { MyDraft } from "../api";
import { UnsubmittedDrafts } from "./unsubmitted-drafts";

const draft = (slot: number, why: MyDraft["why"], words: string): MyDraft => ({
  slot,
  item_code: `CODE${String(slot)}`,
  images: [],
  saved_at: "2026-11-20T14:03:00Z",
  why,
  content: content(
    {},
    {
      texts: { explanation: words },
      questions: [question("q1", { stem: "What is suggested?" }), question("q2")],
    },
  ),
});

/** A server that gives one draft a page. */
function aServer(drafts: MyDraft[]) {
  vi.stubGlobal("fetch", (request: Request) => {
    const at = Number(new URL(request.url).searchParams.get("cursor") ?? 0);
    const next = at + 1 < drafts.length ? `http://here/drafts/?cursor=${String(at + 1)}` : null;
    return Promise.resolve(
      Response.json({ next, previous: null, results: drafts.slice(at, at + 1) }),
    );
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("says of each draft why it is not the one being worked on, and shows what was typed", async () => {
  aServer([draft(3, "closed", "Night work."), draft(4, "lapsed", "A clock.")]);
  await renderInApp(<UnsubmittedDrafts slug="demo" protocol={protocol} />);
  expect(await screen.findByText(/no longer in the benchmark/)).toBeVisible();
  expect(screen.getByText("Night work.")).toBeInTheDocument();
  expect(screen.queryByText("A clock.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(await screen.findByText(/you get it next/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue with Item CODE4" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /Complete/ })).toBeNull();
});

it("leads to the form of what others have taken over, and shows only what was typed", async () => {
  aServer([draft(5, "taken", "A late thought.")]);
  await renderInApp(<UnsubmittedDrafts slug="demo" protocol={protocol} />);
  expect(
    await screen.findByRole("link", { name: "Complete and submit: Item CODE5" }),
  ).toHaveAttribute("href", "/projects/demo/annotate/late/5");
  expect(screen.getByText("A late thought.")).toBeInTheDocument();
  expect(screen.getByText("What is suggested?")).toBeInTheDocument();
  expect(screen.getAllByText("A")).toHaveLength(1);
});
