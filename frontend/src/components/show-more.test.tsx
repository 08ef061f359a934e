import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { useFirstRows } from "@/lib/more";
import { renderInApp } from "@/testing/render-in-app";

import { ShowMore } from "./show-more";

const ROWS = Array.from({ length: 65 }, (_, at) => `File ${String(at + 1)}`);

function Files() {
  const { shown, more } = useFirstRows(ROWS);
  return (
    <>
      <ul>
        {shown.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <ShowMore list={more} />
    </>
  );
}

it("shows the next of many rows until none is left", async () => {
  await renderInApp(<Files />);
  expect(screen.getAllByRole("listitem")).toHaveLength(30);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(60);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(65);
  expect(screen.queryByRole("button")).toBeNull();
});

it("says its own words and waits while the next page comes", async () => {
  const list = { hasNextPage: true, isFetchingNextPage: true, fetchNextPage: () => undefined };
  await renderInApp(<ShowMore list={list} label="Load more items" />);
  expect(screen.getByRole("button", { name: "Load more items" })).toHaveAttribute("data-loading");
});
