import { describe, expect, it } from "vitest";

import { itemsSearch } from "./search";

describe("the filters in an address", () => {
  it("are read", () => {
    expect(itemsSearch({ text: 2019, state: "rework", person: "7", label: "domain:life" })).toEqual(
      { text: "2019", state: "rework", person: 7, label: "domain:life" },
    );
  });

  it("are left out where they make no sense", () => {
    expect(itemsSearch({ text: {}, state: "lost", person: -1, label: "domain" })).toEqual({});
  });
});
