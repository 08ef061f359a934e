import { describe, expect, it } from "vitest";

import { createFormat } from "@/lib/i18n/format";

import { measuredInWords } from "./measured";
import { inWords } from "./parameters";

const format = createFormat("en");

describe("what a run was made with", () => {
  it("is said in the units of each parameter, and what is unknown is left out", () => {
    expect(
      inWords({ radius: 12, similarity: 0.7, protocol_version: 1, releases: [3] }, format),
    ).toEqual([
      ["radius", "12"],
      ["similarity", "70%"],
    ]);
    expect(inWords({ threshold: 0.3, minimum_characters: 2 }, format)).toEqual([
      ["threshold", "30%"],
      ["minimum_characters", "2"],
    ]);
  });
});

describe("what a picture was measured by", () => {
  it("is bits for hashes, shares for areas, votes for people", () => {
    expect(measuredInWords({ rule: "hash", value: 4, threshold: 12 }, format)).toEqual({
      value: "4",
      threshold: "12",
    });
    expect(measuredInWords({ rule: "text_area", value: 0.412, threshold: 0.3 }, format)).toEqual({
      value: "41.2%",
      threshold: "30%",
    });
    expect(measuredInWords({ rule: "votes", value: 2, threshold: 1.5 }, format)).toEqual({
      value: "2",
      threshold: "1.5",
    });
    expect(measuredInWords({ rule: "organizer", value: null, threshold: null }, format)).toEqual({
      value: "–",
      threshold: "–",
    });
  });
});
