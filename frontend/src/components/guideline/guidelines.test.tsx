import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { protocol } from "@/lib/protocol/testing";
import { renderInApp } from "@/testing/render-in-app";

import { Guidelines } from "./guidelines";

const annotation = {
  ...protocol.annotation,
  guidelines: { en: "Look first.\n1. Labels. Choose one.\n2. Texts. Write." },
};

it("shows the images of the project", async () => {
  const name = `${"0a".repeat(16)}.png`;
  const guidelines = { en: `Look.\n![A boot](${name})` };
  await renderInApp(
    <Guidelines protocol={{ ...protocol, annotation: { ...annotation, guidelines } }} />,
  );
  const figure = screen.getByRole("figure");
  expect(figure).toHaveTextContent("A boot");
  expect(figure.querySelector("img")).toHaveAttribute(
    "src",
    `/api/projects/demo/guideline-images/${name}`,
  );
});

it("shows the field that is worked on, and finds a word in all of them", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  await renderInApp(
    <Guidelines protocol={{ ...protocol, annotation }} current="explanation" example="Example" />,
  );
  expect(scrolled.mock.contexts[0]).toHaveTextContent("Explanation");
  expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("Labels. Choose one.");
  const search = screen.getByRole("textbox", { name: "Search the guidelines" });
  await userEvent.type(search, "music");
  expect(screen.queryByText("Look first.")).toBeNull();
  expect(screen.queryByRole("heading", { name: "Explanation" })).toBeNull();
  expect(screen.getAllByRole("heading")).toHaveLength(1);
  await userEvent.type(search, " of the spheres");
  expect(screen.getByText(/do not mention/)).toBeVisible();
});
