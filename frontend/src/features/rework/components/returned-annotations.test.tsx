import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ReturnedAnnotations } from "./returned-annotations";

const returned = (id: number, item_code: string, feedback: string) => ({
  id,
  item_code,
  feedback,
  images: [],
  status: "returned",
});

it("lists what came back with its reason, and opens that item", async () => {
  const asked: string[] = [];
  const results = [returned(7, "3", "Explain the bird."), returned(9, "5", "Too short.")];
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(`${request.method} ${pathname}${search}`);
    return Promise.resolve(new Response(JSON.stringify({ next: null, previous: null, results })));
  });
  await renderInApp(<ReturnedAnnotations slug="demo" />);
  expect(await screen.findByText("Explain the bird.")).toBeVisible();
  expect(screen.getByText("Too short.")).toBeVisible();
  expect(asked).toEqual(["GET /api/projects/demo/annotate/work/?status=returned"]);
  await userEvent.click(screen.getByRole("button", { name: "Rework: Item 5" }));
  expect(asked).toContain("POST /api/projects/demo/annotate/slots/9/reopen/");
});
