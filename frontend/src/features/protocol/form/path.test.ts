import { describe, expect, it } from "vitest";

import { type Json, moveElement, valueAt, withValueAt } from "./path";

const document: Json = {
  id: "toy",
  fields: [{ id: "mood", title: { en: "Mood" } }, { id: "note" }],
};

describe("a path", () => {
  it("leads to a value", () => {
    expect(valueAt(document, "fields.0.title.en")).toBe("Mood");
    expect(valueAt(document, "fields.1.title.en")).toBeUndefined();
    expect(valueAt(document, "")).toBe(document);
  });

  it("leads to where a value is put, and nothing else changes", () => {
    const after = withValueAt(document, "fields.0.title.zh", "气氛");
    expect(valueAt(after, "fields.0.title")).toEqual({ en: "Mood", zh: "气氛" });
    expect(valueAt(after, "fields.1")).toBe(valueAt(document, "fields.1"));
    expect(valueAt(document, "fields.0.title.zh")).toBeUndefined();
  });

  it("makes what is not there yet, in the order of the document", () => {
    expect(withValueAt(document, "item.images", 2)).toEqual({
      ...(document as object),
      item: { images: 2 },
    });
    expect(Object.keys(withValueAt(document, "id", "solo") as object)).toEqual(["id", "fields"]);
  });

  it("takes away", () => {
    expect(valueAt(withValueAt(document, "fields.0", undefined), "fields")).toEqual([
      { id: "note" },
    ]);
    expect(withValueAt({ a: 1, b: 2 }, "a", undefined)).toEqual({ b: 2 });
  });
});

it("moves an item, and no further than the ends", () => {
  expect(moveElement(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moveElement(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moveElement(["a", "b"], 1, 2)).toEqual(["a", "b"]);
});
