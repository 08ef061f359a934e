import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";

import { protocol } from "@/lib/protocol/testing";
import { renderInApp } from "@/testing/render-in-app";

import type { CalibrationItem } from "../api";
import { SideBySide } from "./side-by-side";

function item(...categories: string[]): CalibrationItem {
  return {
    images: [],
    place: 1,
    item_id: 1,
    item_number: 1,
    my_slot: null,
    my_code: null,
    decided: false,
    reference: { category: null },
    answers: categories.map((category, index) => ({
      letter: "ABC"[index] ?? "",
      mine: false,
      person: null,
      content: { labels: { category: [category] }, texts: {}, questions: [] },
    })) as unknown as CalibrationItem["answers"],
  };
}

async function majorityOf(page: CalibrationItem): Promise<string | null> {
  await renderInApp(<SideBySide protocol={protocol} page={page} />);
  const row = await screen.findByRole("row", { name: /Category/ });
  return within(row).getAllByRole("cell")[1]?.textContent ?? null;
}

it("says that two agree where they are too few for a majority", async () => {
  expect(await majorityOf(item("art", "art"))).toBe("Art (all agree)");
});

it("says that there is no majority where two differ", async () => {
  expect(await majorityOf(item("art", "science"))).toBe("No majority");
});

it("says that only one has answered", async () => {
  expect(await majorityOf(item("art"))).toBe("One annotation so far");
});
