import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ExcludePerson } from "./keep-from";

const sent: unknown[] = [];

/** A server that refuses what it is sent, because of this field. */
const refusing = (field: string) => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    const body = { title: "Refused", errors: [{ field, message: "Not like this." }] };
    return new Response(JSON.stringify(body), { status: 400 });
  });
};

beforeEach(() => {
  sent.length = 0;
});

it("says why somebody cannot be kept from something, and keeps the reason", async () => {
  refusing("reason");
  const person = { person_id: 7, name: "Ada" } as Parameters<typeof ExcludePerson>[0]["person"];
  await renderInApp(<ExcludePerson slug="bench" person={person} tags={["hard"]} sources={[]} />);
  await userEvent.selectOptions(screen.getByRole("combobox"), "tag:hard");
  const reason = screen.getByRole("textbox");
  await userEvent.type(reason, "knows them");
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("Not like this.")).toBeVisible();
  expect(reason).toBeInvalid();
  expect(reason).toHaveValue("knows them");
  expect(sent).toEqual([{ person_id: 7, reason: "knows them", tag: "hard" }]);
});
