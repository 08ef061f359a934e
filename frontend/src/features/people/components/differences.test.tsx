import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import type { LabelField } from "@/lib/protocol/protocol";
import { renderInApp } from "@/testing/render-in-app";

import { LabelDifferences } from "./differences";

const FIELDS: LabelField[] = [
  {
    kind: "label",
    id: "domain",
    title: { en: "Domain", zh: "领域" },
    choices: [
      { id: "art", title: { en: "Art", zh: "艺术" } },
      { id: "life", title: { en: "Life", zh: "生活" } },
    ],
    multiple: false,
    ordered: false,
    required: true,
  },
];

const picture = (id: number) => ({
  id,
  item_number: id + 20,
  width: 4,
  height: 3,
  preview_url: `/${String(id)}.webp`,
  thumbnail_url: `/${String(id)}-small.webp`,
  published_url: `/${String(id)}.png`,
});

it("says what became what, how often, and leads to the items", async () => {
  await renderInApp(
    <LabelDifferences
      fields={FIELDS}
      rows={[
        { field: "domain", said: "art", final: "life", count: 2, images: [7, 4].map(picture) },
        { field: "domain", said: null, final: "gone", count: 1, images: [picture(5)] },
      ]}
    />,
  );
  const [first, second] = screen.getAllByRole("listitem");
  expect(first).toHaveTextContent(/Domain.*Art.*Life.*2 times/);
  const links = within(first as HTMLElement).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/projects/demo/items/27",
    "/projects/demo/items/24",
  ]);
  expect(within(first as HTMLElement).getByRole("img", { name: "Item 27" })).toBeVisible();
  // A choice that the protocol no longer has is called by its id.
  expect(second).toHaveTextContent(/not chosen.*gone.*once/);
});

it("is glad where nothing differs", async () => {
  await renderInApp(<LabelDifferences fields={FIELDS} rows={[]} />);
  expect(screen.getByText(/No final record differs/)).toBeInTheDocument();
});
