import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { errorCommands } from "../commands";
import { keptThen, MarkingPage, useOneByOne } from "./marking";

interface Row {
  id: number;
  waiting: boolean;
}

const onShow = vi.fn();

/** The responses of a task, shown from `asked` on; "Keep" is what a saved mark does. */
function Task({ rows, asked }: { rows: readonly Row[]; asked: number }) {
  const { place } = useOneByOne({
    rows,
    total: rows.length,
    waiting: rows.filter((row) => row.waiting).length,
    asked,
    more: { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: vi.fn() },
    imagesOf: () => [],
    onShow: ({ id }) => onShow(id),
  });
  return (
    <MarkingPage
      place={place}
      commands={errorCommands}
      save={vi.fn()}
      complete
      saving={{ isPending: false, error: null }}
      note=""
      onNote={vi.fn()}
    >
      {() => (
        <button
          onClick={() => {
            keptThen(place).onSuccess();
          }}
        >
          Keep
        </button>
      )}
    </MarkingPage>
  );
}

it("goes on from the last response to the one that was left out", async () => {
  const rows = [
    { id: 1, waiting: false },
    { id: 2, waiting: true },
    { id: 3, waiting: true },
  ];
  await renderInApp(<Task rows={rows} asked={3} />);
  expect(await screen.findByText("2 left for you")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect(onShow).toHaveBeenLastCalledWith(2);
});

it("says that nothing is left, and leads to the other tasks", async () => {
  await renderInApp(<Task rows={[{ id: 1, waiting: false }]} asked={1} />);
  expect(await screen.findByRole("status")).toHaveTextContent("Nothing here is left for you");
  expect(screen.getByRole("link", { name: "See all tasks" })).toBeVisible();
});
