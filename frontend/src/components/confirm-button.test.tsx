import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { ApiProblem } from "@/lib/api/problem";
import { renderInApp } from "@/testing/render-in-app";

import { ConfirmButton } from "./confirm-button";

const DETAIL = "Release 2.0.0 is the preview of a takedown.";

async function ask(onConfirm: () => Promise<unknown>) {
  await renderInApp(
    <ConfirmButton label="Publish" consequences="It never changes." onConfirm={onConfirm} />,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Publish" }));
  return screen.findByRole("dialog", { name: "Publish" });
}

it("does nothing until its consequences were confirmed", async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  const dialog = await ask(onConfirm);
  expect(dialog).toHaveTextContent("It never changes.");
  // Enter on a dialog that has just opened publishes nothing.
  expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus();
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  expect(onConfirm).toHaveBeenCalledOnce();
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});

it.each([
  ["state", "Not possible now", "Load the latest version to see what is possible."],
  ["changed", "Someone else changed this first", "Load the latest version, then decide again."],
  ["protocol", "The protocol changed", "check your entry"],
])("says which kind of conflict (%s) it met, and the way on", async (cause, title, next) => {
  const problem = new ApiProblem(409, { detail: DETAIL }, { cause });
  const dialog = await ask(() => Promise.reject(problem));
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  const alert = await within(dialog).findByRole("alert");
  expect(alert).toHaveTextContent(title);
  expect(alert).toHaveTextContent(DETAIL);
  expect(alert).toHaveTextContent(next);
});
