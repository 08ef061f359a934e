import { describe, expect, it } from "vitest";

import { locateProblems, lineOfPath } from "./locate";

const yaml = `# A benchmark
id: toy
title: {en: Toy, zh: 玩具}
fields:
- kind: label
  id: mood
  choices:
  - id: happy
    title: Happy
  - id: sad

    title: Sad
- kind: text
  id: story
  help: |-
    id: not a key
    choices: neither
  maximum: 9
annotation:
  people: 20
  floors:
    "mood": 0.4
`;

describe("the line of a path", () => {
  it.each([
    ["id", 2],
    ["title.en", 3],
    ["fields", 4],
    ["fields.0", 5],
    ["fields.0.kind", 5],
    ["fields.0.choices.1", 10],
    ["fields.0.choices.1.title", 12],
    ["fields.1.id", 14],
    ["fields.1.maximum", 18],
    ["annotation.people", 20],
    ["annotation.floors.mood", 22],
  ])("%s stands in line %i", (path, line) => {
    expect(lineOfPath(yaml, path)).toBe(line);
  });

  it("is that of the nearest part where the last one is missing", () => {
    expect(lineOfPath(yaml, "annotation.lease_minutes")).toBe(19);
    expect(lineOfPath(yaml, "fields.1.choices.0.id")).toBe(13);
    expect(lineOfPath(yaml, "fields.7")).toBe(4);
  });

  it("does not exist for the whole document", () => {
    expect(lineOfPath(yaml, "")).toBeNull();
    expect(lineOfPath(yaml, "evaluation")).toBeNull();
    expect(lineOfPath("", "id")).toBeNull();
  });

  it("is found in lists that are indented", () => {
    expect(lineOfPath("a:\n    - b: 1\n      c: 2\n    - b: 3\n", "a.1.b")).toBe(4);
    expect(lineOfPath("a:\n  -\n    b: 1\n", "a.0.b")).toBe(3);
    expect(lineOfPath("a:\n- - x\n  - y\n", "a.0.1")).toBe(3);
  });
});

describe("complaints", () => {
  it("come in the order of the lines", () => {
    const found = locateProblems(yaml, [
      { field: "annotation.people", message: "is too large" },
      { field: "fields.0.id", message: "is taken" },
    ]);
    expect(found.map(({ line, path }) => [line, path])).toEqual([
      [6, "fields.0.id"],
      [20, "annotation.people"],
    ]);
  });

  it("take the line that the parser gives", () => {
    const message =
      "while parsing a block mapping, line 3, column 1 expected a key, line 5, column 2";
    expect(locateProblems(yaml, [{ field: "", message }])[0]?.line).toBe(5);
    expect(locateProblems(yaml, [{ field: "", message: "is not a mapping" }])[0]?.line).toBeNull();
  });
});
