import { describe, expect, it } from "vitest";

const files = import.meta.glob<Record<string, unknown>>("/src/**/locale/*.json", {
  eager: true,
  import: "default",
});
const sources = import.meta.glob<string>(["/src/**/*.{ts,tsx}", "!/src/**/*.test.{ts,tsx}"], {
  eager: true,
  query: "?raw",
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
const namespaceOf = (folder: string) => {
  const name = folder.split("/").at(-2) ?? "";
  return name === "i18n" ? "common" : name;
};
const known = new Set(
  folders.flatMap((folder) =>
    keysOf(files[`${folder}/en.json`]).map((key) => `${namespaceOf(folder)}:${key}`),
  ),
);

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

it("every text that a component names exists", () => {
  const missing: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    const own = [...source.matchAll(/useTranslation\("([\w-]+)"\)/g)].map((match) => match[1]);
    // In a file with several namespaces a key may belong to any of them.
    const namespaces = /useTranslation\(\)/.test(source) ? [...own, "common"] : own;
    for (const [, key = ""] of source.matchAll(/\bt\(\s*"([\w.:-]+)"/g)) {
      const candidates = key.includes(":") ? [key] : namespaces.map((name) => `${name}:${key}`);
      if (!candidates.some((candidate) => known.has(candidate))) missing.push(`${path}: ${key}`);
    }
    for (const [, key = ""] of source.matchAll(/(?:title|label): "([\w-]+:[\w.-]+)"/g)) {
      if (!known.has(key)) missing.push(`${path}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
});
