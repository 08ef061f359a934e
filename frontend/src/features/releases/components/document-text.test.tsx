import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { DocumentText } from "./document-text";

it("folds the metadata in front of a document", async () => {
  await renderInApp(
    <DocumentText>{"---\nlicense: cc0-1.0\n---\n\n# A benchmark\n\n---\n"}</DocumentText>,
  );
  expect(screen.getByText("# A benchmark ---")).toBeVisible();
  expect(screen.getByText("license: cc0-1.0")).not.toBeVisible();
  expect(screen.getByText("Metadata (YAML)")).toBeVisible();
});

it("shows a document without metadata whole", async () => {
  await renderInApp(<DocumentText>{"# Datasheet"}</DocumentText>);
  expect(screen.getByText("# Datasheet")).toBeVisible();
  expect(screen.queryByText("Metadata (YAML)")).toBeNull();
});
