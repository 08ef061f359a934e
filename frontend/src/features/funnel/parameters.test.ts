import { describe, expect, it } from "vitest";

import { createFormat } from "@/lib/i18n/format";
import type { Stage } from "@/lib/stages/stages";

import { measuredInWords } from "./measured";
import { parametersInWords } from "./parameters";

const format = createFormat("en");
const axis = { low: 0, high: 1, step: 0.01 };
const area: Stage["measures"][number] = {
  id: "area",
  threshold: "threshold",
  excludes: "above",
  unit: "share",
  axis,
};

describe("what a run was made with", () => {
  it("is said in the units of each parameter, and what is unknown is left out", () => {
    expect(
      parametersInWords(
        { radius: 12, similarity: 0.7, protocol_version: 1, releases: [3] },
        { units: { radius: "number", similarity: "share" }, measures: [] },
        format,
      ),
    ).toEqual([
      ["radius", "12"],
      ["similarity", "70%"],
    ]);
    expect(
      parametersInWords(
        { threshold: 0.3, characters: 2 },
        { units: { characters: "number" }, measures: [area] },
        format,
      ),
    ).toEqual([
      ["threshold", "30%"],
      ["characters", "2"],
    ]);
  });
});

describe("what an image was measured by", () => {
  it("is in the unit that the stage gives its rule", () => {
    const stage = { reasons: { bits: "number", area: "share", side: "pixels" } };
    const said = (rule: string, value: number | null, threshold: number | null) =>
      Object.values(measuredInWords({ rule, value, threshold }, stage, format));
    expect(said("bits", 4, 12)).toEqual(["4", "12"]);
    expect(said("area", 0.412, 0.3)).toEqual(["41.2%", "30%"]);
    expect(said("side", 1200, 200)).toEqual(["1,200 px", "200 px"]);
    expect(said("bits", null, null)).toEqual(["–", "–"]);
  });
});
