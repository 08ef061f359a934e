import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { RatedRuns } from "./rated-runs";

it("has one row a model, in which its seed is chosen", async () => {
  const onDraw = vi.fn();
  const backend = "replay" as const;
  const runs = [
    { id: 3, model: "A", backend, seed: 1 },
    { id: 2, model: "B", backend, seed: 0 },
    { id: 1, model: "A", backend, seed: 0 },
  ];
  await renderInApp(
    <RatedRuns runs={runs} isJudged={false} isDrawing={false} onJudge={vi.fn()} onDraw={onDraw} />,
  );
  const rows = screen.getAllByRole("listitem");
  expect(rows).toHaveLength(2);
  expect(within(rows[1] as HTMLElement).queryByRole("combobox")).toBeNull();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Seed of A" }), "Seed 1");
  await userEvent.click(screen.getByRole("button", { name: "Start human rating: A, seed 1" }));
  expect(onDraw).toHaveBeenCalledWith(runs[0]);
});
