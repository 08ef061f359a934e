import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ReasonDialog } from "./reason-dialog";

async function opened(incomplete = false) {
  const onConfirm = vi.fn();
  await renderInApp(
    <ReasonDialog
      opened
      title="Bring it back"
      action="Bring back"
      incomplete={incomplete}
      onConfirm={onConfirm}
      onClose={() => undefined}
    />,
  );
  return { onConfirm, user: userEvent.setup(), field: await screen.findByLabelText(/Reason/) };
}

describe("ReasonDialog", () => {
  it("does nothing without a reason", async () => {
    const { onConfirm, user, field } = await opened();
    await user.type(field, "   ");
    expect(screen.getByRole("button", { name: /Bring back/ })).toBeDisabled();
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("hands the reason over, by button and by key", async () => {
    const { onConfirm, user, field } = await opened();
    await user.type(field, " no copy ");
    await user.keyboard("{Control>}{Enter}{/Control}");
    await user.click(screen.getByRole("button", { name: /Bring back/ }));
    expect(onConfirm.mock.calls).toEqual([["no copy"], ["no copy"]]);
  });

  it("waits for what else is missing", async () => {
    const { user, field } = await opened(true);
    await user.type(field, "because");
    expect(screen.getByRole("button", { name: /Bring back/ })).toBeDisabled();
  });
});
