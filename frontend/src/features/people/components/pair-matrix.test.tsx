import { screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

import type { Agreement } from "@/components/agreement/agreement";
import { renderInApp } from "@/testing/render-in-app";

import type { PairAgreements } from "../api";
import { agreementSearch, measureOfPair } from "../search";
import { PairMatrix } from "./pair-matrix";

function agreement(value: number | null, used: number, total = used): Agreement {
  return {
    metric: "nominal",
    used,
    total,
    commonest: 0.5,
    estimates: [
      { measure: "cohen_kappa", value, low: null, high: null, undefined: "" },
      { measure: "percent", value: 0.75, low: null, high: null, undefined: "" },
    ],
  };
}

const PAIRS: PairAgreements = {
  people: [
    { id: 10, name: "Ada" },
    { id: 9, name: "Ben" },
    { id: 11, name: "Chen" },
  ],
  pairs: [
    { one_id: 9, other_id: 10, agreement: agreement(0.61, 12) },
    { one_id: 10, other_id: 11, agreement: agreement(-0.2, 3, 4) },
  ],
};

afterEach(() => {
  vi.unstubAllGlobals();
});

it("shows how alike above the diagonal and on how many items below it", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(PAIRS)));
  await renderInApp(<PairMatrix slug="demo" field="domain" measure="fleiss_kappa" />);
  const table = await screen.findByRole("table", { name: /Cohen’s kappa/ });
  const rows = within(table).getAllByRole("row").slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  );
  // Pairs come in the order of their numbers, people in that of their names.
  expect(cells).toEqual([
    ["", "0.61", "-0.20"],
    ["12", "", "–"],
    ["3/4", "", ""],
  ]);
  expect(within(table).getByRole("link", { name: "Ada" })).toHaveAttribute(
    "href",
    "/projects/demo/people/10",
  );
});

it("takes only measures that there are from the address", () => {
  expect(agreementSearch({ measure: "gwet_ac", field: "domain" })).toEqual({
    measure: "gwet_ac",
    field: "domain",
  });
  expect(agreementSearch({ measure: "cohen_kappa", field: 3 })).toEqual({});
  expect(measureOfPair("percent")).toBe("percent");
});
