import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { ConfirmNames } from "./confirm-names";

const GBK = { encoding: "gb18030", names: ["图0.jpg"] };
const UTF8 = { encoding: "utf-8", names: ["ͼ0.jpg"] };

it("shows the guessed names, and those of another encoding", async () => {
  const onConfirm = vi.fn();
  const reading = { archive: "set.zip", guessed: true, ...GBK, choices: [GBK, UTF8] };
  renderInApp(<ConfirmNames readings={[reading]} onConfirm={onConfirm} onCancel={vi.fn()} />);
  expect(await screen.findByText("图0.jpg")).toBeVisible();
  await userEvent.click(
    screen.getByRole("combobox", { name: "Encoding of the file names in set.zip" }),
  );
  await userEvent.click(await screen.findByText("UTF-8"));
  expect(screen.getByText("ͼ0.jpg")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Start import" }));
  expect(onConfirm).toHaveBeenCalledWith({ "set.zip": "utf-8" });
});
