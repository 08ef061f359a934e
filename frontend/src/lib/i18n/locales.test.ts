import { describe, expect, it } from "vitest";

const files = import.meta.glob<Record<string, unknown>>("/src/**/locale/*.json", {
  eager: true,
  import: "default",
});
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** All keys, with the plural forms of one key as one. */
function keysOf(texts: unknown, prefix = ""): string[] {
  if (typeof texts !== "object" || texts === null) return [prefix.replace(PLURAL, "")];
  return Object.entries(texts).flatMap(([key, value]) =>
    keysOf(value, prefix ? `${prefix}.${key}` : key),
  );
}

function emptyTexts(texts: unknown, prefix = ""): string[] {
  if (typeof texts === "string") return texts.trim() ? [] : [prefix];
  return Object.entries(texts as object).flatMap(([key, value]) =>
    emptyTexts(value, `${prefix}.${key}`),
  );
}

const folders = [...new Set(Object.keys(files).map((path) => path.replace(/\/[^/]+$/, "")))];
describe.each(folders)("%s", (folder) => {
  const en = files[`${folder}/en.json`];
  const zh = files[`${folder}/zh.json`];

  it("says the same in both languages", () => {
    expect([...new Set(keysOf(zh))].sort()).toEqual([...new Set(keysOf(en))].sort());
  });

  it("leaves nothing empty", () => {
    expect([...emptyTexts(en), ...emptyTexts(zh)]).toEqual([]);
  });
});
