import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import type { Membership, Role } from "@/lib/session/session";
import { renderInApp } from "@/testing/render-in-app";

import { CommandPalette } from "./command-palette";

const membership = (role: Role): Membership =>
  ({
    role,
    project: { slug: "demo", name: "Demo", archived: false, time_zone: "UTC" },
  }) as Membership;

const PAGE = { next: null, previous: null };
const ITEM = { id: 70, number: 12, text: "A boot in the rain", images: [], labels: {} };
const ASKED = { id: 3, stem: "Is the boot ironic?", item_number: 12, images: [] };
const PERSON = { id: 4, person_id: 9, display_name: "Ada", username: "demo-ada" };
const ANSWERS: Record<string, unknown> = {
  "items/find/": { ...PAGE, results: [ITEM] },
  "questions/": { ...PAGE, results: [ASKED] },
  "members/": [PERSON],
  "stages/": [],
};

let asked: URL[] = [];
let itemsAfterMs = 0;
const askedFor = (path: string) => asked.filter(({ pathname }) => pathname.endsWith(path));

beforeEach(() => {
  asked = [];
  itemsAfterMs = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    const address = new URL(request.url);
    asked.push(address);
    const path = address.pathname.replace("/api/projects/demo/", "");
    if (path === "items/find/") await new Promise((done) => setTimeout(done, itemsAfterMs));
    return new Response(JSON.stringify(ANSWERS[path] ?? {}));
  });
});

async function search(role: Role, words: string) {
  await renderInApp(<CommandPalette membership={membership(role)} uses={[]} asked={1} />);
  await userEvent.type(await screen.findByRole("textbox", { name: "Search" }), words);
}

it("finds items, questions and people, and takes the first by Enter", async () => {
  await search("organizer", "ada");
  expect(await screen.findByText("A boot in the rain")).toBeVisible();
  expect(await screen.findByText("Is the boot ironic?")).toBeVisible();
  expect(await screen.findByText("Ada")).toBeVisible();
  await waitFor(() => {
    const first = screen.getByRole("button", { name: /A boot in the rain/ });
    expect(first).toHaveAttribute("data-selected", "true");
  });
}, 20_000);

it("takes the first by Enter where it comes after others, unless an arrow key was used", async () => {
  itemsAfterMs = 300;
  await search("organizer", "ada");
  expect(await screen.findByText("Ada")).toBeVisible();
  expect(screen.queryByText("A boot in the rain")).toBeNull();
  const item = await screen.findByRole("button", { name: /A boot in the rain/ });
  await waitFor(() => {
    expect(item).toHaveAttribute("data-selected", "true");
  });
  expect(screen.getByRole("button", { name: "Ada" })).not.toHaveAttribute("data-selected");

  await userEvent.keyboard("{ArrowDown}");
  expect(item).not.toHaveAttribute("data-selected");
}, 20_000);

it("takes a number for the item's, not for a text", async () => {
  await search("organizer", "12");
  expect(await screen.findByText("Item 12")).toBeVisible();
  expect(askedFor("items/find/").at(-1)?.searchParams.get("text")).toBe("#12");
  expect(askedFor("questions/")).toHaveLength(0);
}, 20_000);

it("asks nothing of the server for an annotator", async () => {
  await search("annotator", "boot");
  expect(await screen.findByText("Nothing found.")).toBeVisible();
  expect(asked).toHaveLength(0);
}, 20_000);

it("lists the pages of the sidebar before anything is typed", async () => {
  await renderInApp(<CommandPalette membership={membership("annotator")} uses={[]} asked={1} />);
  expect(await screen.findByRole("button", { name: "All projects" })).toBeVisible();
  expect(screen.queryByText("Nothing found.")).toBeNull();
}, 20_000);
