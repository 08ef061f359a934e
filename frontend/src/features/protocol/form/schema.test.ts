import { describe, expect, it } from "vitest";

import { controlsOfObject, numberLimits, type Schema } from "./schema";

const text: Schema = { type: "string" };
const local: Schema = { type: "object", propertyNames: { enum: ["en", "zh"] } };
const orNone = (schema: Schema): Schema => ({ anyOf: [schema, { type: "null" }] });
const mapOf = (schema: Schema): Schema => ({ type: "object", patternProperties: { "^a": schema } });
const root: Schema = {
  $defs: {
    Calibration: { properties: { items: { type: "integer", minimum: 1 } } },
    Label: { properties: { id: text, kind: { const: "label" }, multiple: { type: "boolean" } } },
    Text: { properties: { id: text, kind: { const: "text" }, unit: { enum: ["words"] } } },
  },
};
const shown = (properties: Record<string, Schema>, where = "", thing = {}) =>
  controlsOfObject(root, { properties }, where, thing).map(({ at, as, optional }) => [
    at,
    as,
    optional,
  ]);

describe("the form of a schema", () => {
  it.each<[string, Schema, string]>([
    ["a text", text, "line"],
    ["a text in both languages", local, "local"],
    ["texts in both languages", { type: "array", items: local }, "locals"],
    ["texts", { type: "array", items: text }, "prompts"],
    ["a number", { type: "integer" }, "number"],
    ["yes or no", { type: "boolean" }, "switch"],
    ["one of a few", { type: "string", enum: ["a", "b"] }, "one"],
    ["any of a few", { type: "array", items: { enum: ["a", "b"] } }, "many"],
    ["things", { type: "array", items: { $ref: "#/$defs/Calibration" } }, "list"],
    ["a level of each", mapOf({ enum: ["block", "off"] }), "levels"],
    ["a number of each", mapOf({ type: "number" }), "shares"],
    ["a thing of each", mapOf({ $ref: "#/$defs/Calibration" }), "each"],
  ])("has a control for %s", (_, schema, as) => {
    expect(shown({ key: schema })).toEqual([["key", as, false]]);
  });

  it("says what may be absent, and looks behind references", () => {
    expect(shown({ key: orNone({ $ref: "#/$defs/Calibration" }) })).toEqual([
      ["key", "group", true],
    ]);
  });

  it("shows the keys of a group that is always there among the others", () => {
    expect(shown({ item: { $ref: "#/$defs/Calibration" } })).toEqual([
      ["item.items", "number", false],
    ]);
  });

  it("shows the keys of the kind that was chosen, the kind first", () => {
    const union: Schema = {
      discriminator: {
        propertyName: "kind",
        mapping: { label: "#/$defs/Label", text: "#/$defs/Text" },
      },
    };
    const of = (kind: string) =>
      controlsOfObject(root, union, "fields", { kind }).map(({ at, node }) => [at, node.enum]);
    expect(of("label")).toEqual([
      ["kind", ["label", "text"]],
      ["id", undefined],
      ["multiple", undefined],
    ]);
    expect(of("text").at(-1)).toEqual(["unit", ["words"]]);
    expect(of("nothing known")).toHaveLength(1);
  });

  it("knows what a schema does not say by the place in the document", () => {
    expect(shown({ guidelines: local }, "annotation")).toEqual([
      ["guidelines", "localLines", false],
    ]);
    expect(shown({ made: text }, "questions.fixed")).toEqual([]);
    const round = { people: { type: "integer" } };
    expect(shown(round, "review.rounds", { kind: "checklist" })).toEqual([]);
    expect(shown(round, "review.rounds", { kind: "answer" })).toHaveLength(1);
  });
});

describe("limits", () => {
  it("are those of the schema, exclusive ones a step inside", () => {
    expect(numberLimits({ type: "integer", minimum: 1, maximum: 9 })).toEqual({
      min: 1,
      max: 9,
      step: 1,
    });
    expect(numberLimits({ type: "number", minimum: 0, exclusiveMaximum: 1 })).toEqual({
      min: 0,
      max: 0.99,
      step: 0.01,
    });
    expect(numberLimits({ type: "number", exclusiveMinimum: 0 })).toEqual({
      min: 0.01,
      step: 0.01,
    });
  });
});
