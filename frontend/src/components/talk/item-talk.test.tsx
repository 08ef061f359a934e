import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ItemTalk } from "./item-talk";
import type { Thread } from "./threads";

const AT = "2026-11-20T14:03:00Z";
const thread: Thread = {
  id: 5,
  status: "closed",
  purpose: "consensus",
  origin: "organizing",
  item_number: 7,
  item_code: null,
  item_id: 70,
  question_uid: null,
  question_position: null,
  begun_by: "Olga",
  mine: false,
  guideline_gap: false,
  resolution: "Symbols are not irony.",
  message_count: 2,
  opening: "Is the boot ironic?",
  images: [],
  created_at: AT,
  written_at: AT,
};

let asked: Request[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(request);
    const body = { next: null, previous: null, results: [thread] };
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});

it("shows what was said of an item before and what it came to", async () => {
  await renderInApp(<ItemTalk slug="demo" item={{ item_number: 7 }} />);
  await userEvent.click(await screen.findByRole("button", { name: "1 earlier discussion" }));
  expect(await screen.findByRole("link", { name: "Is the boot ironic?" })).toHaveAttribute(
    "href",
    "/projects/demo/talk/5",
  );
  expect(screen.getByText("Symbols are not irony.")).toBeInTheDocument();
  expect(new URL(asked[0]?.url ?? "").searchParams.get("item_number")).toBe("7");
  expect(screen.queryByRole("button", { name: /Record/ })).not.toBeInTheDocument();
}, 20_000);

it("lets an organizer note what was agreed on, and that the guidelines leave it open", async () => {
  await renderInApp(<ItemTalk slug="demo" item={{ item_number: 7 }} itemId={70} />);
  await userEvent.click(await screen.findByRole("button", { name: "Record a consensus" }));
  await userEvent.type(await screen.findByLabelText("Note"), "A boot is a boot.");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("The note was saved.");
  const sent = asked.find(({ method }) => method === "POST");
  expect(sent?.url).toMatch(/threads\/open\/$/);
  expect(await sent?.json()).toMatchObject({
    item: 70,
    purpose: "consensus",
    text: "A boot is a boot.",
    guideline_gap: true,
  });
}, 20_000);
