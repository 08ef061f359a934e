import { isList, isObject, type Json, valueAt } from "./path";

/** What a control may ask of its surroundings. */
export interface Offer {
  formats: readonly string[];
  checks: readonly string[];
}

/** The values of a choice: fixed, or those of the document and the installation. */
type Values = readonly string[] | ((document: Json, offer: Offer) => readonly string[]);

interface At {
  /** The key below the part, which is also its word in the locale files. */
  at: string;
  /** Shown only where this holds of the thing that the key belongs to. */
  when?: (thing: Json) => boolean;
}

export type Entry = At &
  (
    | { as: "line" | "lines" | "switch" | "local" | "localLines" }
    | { as: "locals" | "prompts" }
    | { as: "number"; minimum?: number; maximum?: number; step?: number; optional?: boolean }
    | { as: "one"; of: Values; optional?: boolean }
    | { as: "many"; of: Values }
    | { as: "list"; entries: readonly Entry[]; blank: (there: readonly Json[]) => Json }
    | { as: "group"; entries: readonly Entry[]; blank?: Json }
    | { as: "each"; of: Values; entries: readonly Entry[]; blank: Json }
    | { as: "levels"; of: Values; levels: readonly string[] }
    | { as: "shares"; of: Values }
    | { as: "significant" | "rest" }
  );

const kindIs =
  (...kinds: readonly string[]) =>
  (thing: Json) =>
    kinds.includes(String(valueAt(thing, "kind")));

export const idsAt =
  (path: string, fits: (thing: Json) => boolean = () => true) =>
  (document: Json): readonly string[] => {
    const list = valueAt(document, path);
    return isList(list) ? list.filter(fits).map((one) => String(valueAt(one, "id"))) : [];
  };

export const formatsAsked = (document: Json): readonly string[] => {
  const formats = valueAt(document, "questions.formats");
  return isList(formats) ? formats.map(String) : [];
};

export const WORDING: readonly Entry[] = [
  { at: "instruction", as: "lines" },
  { at: "prompt", as: "lines" },
];

export const labelIds = idsAt("fields", kindIs("label"));

export const both = (en: string, zh: string): Json => ({ en, zh });

export const named =
  (stem: string, en: string, zh: string, more: Readonly<Record<string, Json>> = {}) =>
  (there: readonly Json[]): Json => {
    const number = String(there.length + 1);
    return { id: freeIn(there, stem), title: both(`${en} ${number}`, `${zh}${number}`), ...more };
  };

export function freeIn(there: readonly Json[], stem: string): string {
  const taken = new Set(there.map((one) => (isObject(one) ? one["id"] : null)));
  let number = there.length + 1;
  while (taken.has(`${stem}_${String(number)}`)) number += 1;
  return `${stem}_${String(number)}`;
}

export const TITLED: readonly Entry[] = [
  { at: "id", as: "line" },
  { at: "title", as: "local" },
];

const UNITS = ["words", "characters"];

export const LENGTH: readonly Entry[] = [
  { at: "unit", as: "one", of: UNITS },
  { at: "target", as: "number", minimum: 1, optional: true },
  { at: "maximum", as: "number", minimum: 1, optional: true },
];

export const reasons = (at: string, entries: readonly Entry[] = TITLED): Entry => ({
  at,
  as: "list",
  entries,
  blank: named("reason", "Reason", "原因"),
});

export const FIELD: readonly Entry[] = [
  { at: "kind", as: "one", of: ["label", "text", "sentence"] },
  ...TITLED,
  { at: "help", as: "localLines" },
  { at: "examples", as: "locals" },
  { at: "required", as: "switch" },
  { at: "multiple", as: "switch", when: kindIs("label") },
  { at: "ordered", as: "switch", when: kindIs("label") },
  { at: "significant", as: "significant", when: kindIs("label") },
  { at: "parent", as: "one", of: labelIds, optional: true, when: kindIs("label") },
  {
    at: "choices",
    as: "list",
    when: kindIs("label"),
    entries: [...TITLED, { at: "help", as: "localLines" }, { at: "parent", as: "line" }],
    blank: named("choice", "Choice", "选项"),
  },
  { at: "unit", as: "one", of: UNITS, when: kindIs("text") },
  { at: "minimum", as: "number", minimum: 0, when: kindIs("text") },
  { at: "target", as: "number", minimum: 1, optional: true, when: kindIs("text") },
  { at: "maximum", as: "number", minimum: 1, optional: true, when: kindIs("text") },
  { at: "template", as: "line", when: kindIs("sentence") },
  {
    at: "slots",
    as: "list",
    when: kindIs("sentence"),
    entries: TITLED,
    blank: named("slot", "Slot", "空位"),
  },
];

export const ROUND: readonly Entry[] = [
  { at: "title", as: "local" },
  { at: "kind", as: "one", of: ["answer", "checklist"] },
  { at: "scope", as: "one", of: ["all", "reworked"] },
  {
    at: "share",
    as: "number",
    minimum: 0,
    maximum: 1,
    step: 0.05,
    when: (thing) => valueAt(thing, "scope") === "reworked",
  },
  { at: "people", as: "number", minimum: 1, when: kindIs("answer") },
  { at: "agree", as: "number", minimum: 1, when: kindIs("answer") },
  {
    at: "checklist",
    as: "list",
    entries: TITLED,
    blank: named("point", "Point", "要点"),
    when: kindIs("checklist"),
  },
];

export const POINTS: Json = [
  { value: 0, title: both("No", "否") },
  { value: 1, title: both("Yes", "是") },
];

export const RATING: readonly Entry[] = [
  ...TITLED,
  { at: "help", as: "localLines" },
  { at: "replies_of", as: "one", of: idsAt("evaluation.open_tasks"), optional: true },
  { at: "people", as: "number", minimum: 1, maximum: 10 },
  { at: "share", as: "number", minimum: 0.01, maximum: 1, step: 0.05 },
  { at: "shown", as: "many", of: idsAt("fields") },
  { at: "images", as: "switch" },
  { at: "slices", as: "many", of: labelIds },
  {
    at: "scales",
    as: "list",
    entries: [
      ...TITLED,
      { at: "help", as: "localLines" },
      {
        at: "points",
        as: "list",
        entries: [
          { at: "value", as: "number" },
          { at: "title", as: "local" },
          { at: "help", as: "localLines" },
        ],
        blank: (there) => ({
          value: there.length + 1,
          title: both(String(there.length + 1), String(there.length + 1)),
        }),
      },
    ],
    blank: named("scale", "Scale", "量表", { points: POINTS }),
  },
  {
    at: "judge",
    as: "group",
    when: (thing) => Boolean(valueAt(thing, "replies_of")),
    blank: { scale: "quality", instruction: "", prompt: "{reply}", source: "" },
    entries: [
      { at: "scale", as: "line" },
      ...WORDING,
      { at: "maximum_tokens", as: "number", minimum: 1 },
      { at: "source", as: "line" },
    ],
  },
  { at: "source", as: "line" },
];
