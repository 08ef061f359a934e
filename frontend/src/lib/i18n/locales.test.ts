import { describe, expect, it } from "vitest";

import { baseOf, type Catalogue, CATALOGUES } from "@/testing/catalogues";

type Texts = Catalogue["en"];

const PLACE = /\{\{(\w+)\}\}/g;

function basesOf(texts: Texts): string[] {
  return [...new Set([...texts.keys()].map(baseOf))].sort();
}

/** The places to be filled in each text; those of all plural forms together. */
function placesOf(texts: Texts): Record<string, string[]> {
  const places = new Map(basesOf(texts).map((key) => [key, new Set<string>()]));
  for (const [key, text] of texts)
    for (const [, place] of text.matchAll(PLACE)) places.get(baseOf(key))?.add(place ?? "");
  return Object.fromEntries([...places].map(([key, found]) => [key, [...found].sort()]));
}

const MARK = /\]\(#([^)]*)\)/g;
const glossary = CATALOGUES.find(({ namespace }) => namespace === "glossary");

/** The terms that each text marks for the glossary; those of all plural forms together. */
function marksOf(texts: Texts): Record<string, string[]> {
  const marks = new Map<string, Set<string>>();
  for (const [key, text] of texts)
    for (const [, term = ""] of text.matchAll(MARK))
      marks.set(baseOf(key), (marks.get(baseOf(key)) ?? new Set()).add(term));
  return Object.fromEntries([...marks].map(([key, found]) => [key, [...found].sort()]));
}

/** Plurals of which a form that the language needs is missing. */
function incompletePlurals(texts: Texts, forms: readonly string[]): string[] {
  return [...texts.keys()]
    .filter((key) => baseOf(key) !== key)
    .map(baseOf)
    .filter((base) => forms.some((form) => !texts.has(`${base}_${form}`)));
}

describe.each(CATALOGUES)("$namespace", ({ en, zh }) => {
  it("says the same in both languages", () => {
    expect(basesOf(zh)).toEqual(basesOf(en));
  });

  it("has the same places to be filled in both languages", () => {
    expect(placesOf(zh)).toEqual(placesOf(en));
  });

  it("marks the same terms in both languages, all of which the glossary defines", () => {
    expect(marksOf(zh)).toEqual(marksOf(en));
    const terms = Object.values(marksOf(en)).flat();
    expect(terms.filter((term) => !glossary?.en.has(`term.${term}.meaning`))).toEqual([]);
  });

  it("has every form of a plural", () => {
    expect(incompletePlurals(en, ["one", "other"])).toEqual([]);
    expect(incompletePlurals(zh, ["other"])).toEqual([]);
  });

  it("leaves nothing empty", () => {
    expect([...en, ...zh].filter(([, text]) => !text.trim())).toEqual([]);
  });
});
