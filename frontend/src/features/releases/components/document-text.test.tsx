import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderInApp } from "@/testing/render-in-app";

import { DocumentText } from "./document-text";

it("folds the metadata in front of a document", async () => {
  await renderInApp(
    <DocumentText>{"---\nlicense: cc0-1.0\n---\n\n# A benchmark\n\n---\n"}</DocumentText>,
  );
  expect(await screen.findByRole("heading", { name: "A benchmark" })).toBeVisible();
  expect(screen.getByText("license: cc0-1.0")).not.toBeVisible();
  expect(screen.getByText("Metadata (YAML)")).toBeVisible();
});

it("shows a document without metadata whole", async () => {
  await renderInApp(<DocumentText>{"# Datasheet"}</DocumentText>);
  expect(await screen.findByRole("heading", { name: "Datasheet" })).toBeVisible();
  expect(screen.queryByText("Metadata (YAML)")).toBeNull();
});

it("shows tables and code as people read them", async () => {
  await renderInApp(
    <DocumentText>
      {"| Split | Items |\n| --- | ---: |\n| dev | 3 |\n\n```sh\nmake run\n```\n"}
    </DocumentText>,
  );
  const table = await screen.findByRole("table");
  expect(within(table).getByRole("columnheader", { name: "Items" })).toBeVisible();
  expect(within(table).getByRole("cell", { name: "3" })).toBeVisible();
  expect(screen.getByText("make run").tagName).toBe("CODE");
});

it("follows only links that lead out, and renders no HTML", async () => {
  await renderInApp(
    <DocumentText>
      {
        "[Hub](https://huggingface.co) [list](LICENSES.csv) [x](javascript:alert(1)) <b id='raw'>raw</b> ![boot](images/boot.png)"
      }
    </DocumentText>,
  );
  const links = await screen.findAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["https://huggingface.co"]);
  expect(screen.queryByRole("img")).toBeNull();
  expect(document.querySelector("#raw")).toBeNull();
});
