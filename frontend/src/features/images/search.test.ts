import { describe, expect, it } from "vitest";

import { imagesSearch } from "./search";

describe("imagesSearch", () => {
  it("reads every filter, numbers as words too", () => {
    expect(imagesSearch({ status: "duplicate", search: 2019, source: "3", job: 7 })).toEqual({
      status: "duplicate",
      search: "2019",
      source: 3,
      job: 7,
    });
  });

  it("leaves out what makes no sense", () => {
    expect(imagesSearch({ status: 7, search: "", source: "x", job: -1 })).toEqual({});
  });
});
