import { notifications, notificationsStore } from "@mantine/notifications";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { useToasts } from "./use-toasts";

function Buttons() {
  const toasts = useToasts();
  return (
    <>
      <button
        type="button"
        onClick={() => {
          toasts.failed("It was not saved.");
        }}
      >
        fail
      </button>
      <button
        type="button"
        onClick={() => {
          toasts.undo("Submitted.", () => undefined);
        }}
      >
        submit
      </button>
    </>
  );
}

afterEach(() => {
  notifications.clean();
});

it("says one thing at a time, and comes back to a failure", async () => {
  await renderInApp(<Buttons />);
  notificationsStore.setState({ ...notificationsStore.getState(), limit: 1 });
  await userEvent.click(screen.getByRole("button", { name: "submit" }));
  await userEvent.click(screen.getByRole("button", { name: "fail" }));
  expect(await screen.findByText("It was not saved.")).toBeInTheDocument();
  expect(notificationsStore.getState().notifications).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "submit" }));
  expect(notificationsStore.getState().notifications).toHaveLength(1);
  await userEvent.click(await screen.findByText("Undo"));
  await waitFor(() => {
    const { notifications: shown } = notificationsStore.getState();
    expect(shown.map(({ message }) => message)).toEqual(["It was not saved."]);
  });
});
