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
    | { as: "levels"; of: Values; levels: readonly string[] }
    | { as: "shares"; of: Values }
    | { as: "significant" | "rest" }
  );

export interface PartOfForm {
  id: string;
  entries: readonly Entry[];
}

const kindIs =
  (...kinds: readonly string[]) =>
  (thing: Json) =>
    kinds.includes(String(valueAt(thing, "kind")));

const idsAt =
  (path: string, fits: (thing: Json) => boolean = () => true) =>
  (document: Json): readonly string[] => {
    const list = valueAt(document, path);
    return isList(list) ? list.filter(fits).map((one) => String(valueAt(one, "id"))) : [];
  };

const labelIds = idsAt("fields", kindIs("label"));

const both = (en: string, zh: string): Json => ({ en, zh });

const named =
  (stem: string, en: string, zh: string, more: Readonly<Record<string, Json>> = {}) =>
  (there: readonly Json[]): Json => {
    const number = String(there.length + 1);
    return { id: freeIn(there, stem), title: both(`${en} ${number}`, `${zh}${number}`), ...more };
  };

function freeIn(there: readonly Json[], stem: string): string {
  const taken = new Set(there.map((one) => (isObject(one) ? one["id"] : null)));
  let number = there.length + 1;
  while (taken.has(`${stem}_${String(number)}`)) number += 1;
  return `${stem}_${String(number)}`;
}

const TITLED: readonly Entry[] = [
  { at: "id", as: "line" },
  { at: "title", as: "local" },
];

const UNITS = ["words", "characters"];

const LENGTH: readonly Entry[] = [
  { at: "unit", as: "one", of: UNITS },
  { at: "target", as: "number", minimum: 1, optional: true },
  { at: "maximum", as: "number", minimum: 1, optional: true },
];

const reasons = (at: string, entries: readonly Entry[] = TITLED): Entry => ({
  at,
  as: "list",
  entries,
  blank: named("reason", "Reason", "原因"),
});

const FIELD: readonly Entry[] = [
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

const ROUND: readonly Entry[] = [
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

/** What the form edits, in the order of the document; the rest is edited in the source. */
export const PARTS: readonly PartOfForm[] = [
  {
    id: "about",
    entries: [
      { at: "id", as: "line" },
      { at: "name", as: "line" },
      { at: "summary", as: "localLines" },
      { at: "language", as: "one", of: ["en", "zh"] },
      { at: "paper", as: "line" },
    ],
  },
  {
    id: "curation",
    entries: [
      { at: "item.images", as: "number", minimum: 1, maximum: 5 },
      { at: "item.most", as: "number", minimum: 1, maximum: 5, optional: true },
      { at: "curation.duplicates.radius", as: "number", minimum: 0, maximum: 32 },
      {
        at: "curation.duplicates.similarity",
        as: "number",
        minimum: 0.7,
        maximum: 1,
        step: 0.01,
      },
      { at: "curation.text_area.threshold", as: "number", minimum: 0.01, maximum: 1, step: 0.01 },
      { at: "curation.text_area.confidence", as: "number", minimum: 0, maximum: 1, step: 0.05 },
      { at: "curation.text_area.minimum_characters", as: "number", minimum: 1 },
      { at: "curation.text_area.languages", as: "many", of: ["en", "zh"] },
      { at: "curation.screening.votes", as: "number", minimum: 1, maximum: 5 },
      { at: "curation.screening.question", as: "local" },
      reasons("curation.screening.reasons", [...TITLED, { at: "text", as: "switch" }]),
    ],
  },
  {
    id: "fields",
    entries: [
      {
        at: "fields",
        as: "list",
        entries: FIELD,
        blank: named("field", "Field", "字段", {
          kind: "label",
          choices: [
            { id: "yes", title: both("Yes", "是") },
            { id: "no", title: both("No", "否") },
          ],
        }),
      },
    ],
  },
  {
    id: "questions",
    entries: [
      { at: "questions.formats", as: "many", of: (_, offer) => offer.formats },
      { at: "questions.minimum", as: "number", minimum: 0 },
      { at: "questions.maximum", as: "number", minimum: 0 },
      { at: "questions.usual", as: "number", minimum: 1, optional: true },
      { at: "questions.options", as: "number", minimum: 2, maximum: 26 },
      { at: "questions.stem", as: "group", entries: LENGTH },
      { at: "questions.option", as: "group", entries: LENGTH },
      {
        at: "questions.fixed",
        as: "list",
        entries: [
          { at: "id", as: "line" },
          { at: "stem", as: "local" },
          { at: "options", as: "number", minimum: 2, maximum: 26, optional: true },
        ],
        blank: (there) => ({
          id: freeIn(there, "question"),
          stem: both("What does this picture imply?", "这张图片有什么隐喻？"),
        }),
      },
      { at: "questions.written_by", as: "one", of: ["both", "first", "rule"] },
      {
        at: "questions.checks",
        as: "levels",
        of: (_, offer) => offer.checks,
        levels: ["block", "advise", "off"],
      },
    ],
  },
  {
    id: "annotation",
    entries: [
      { at: "annotation.people", as: "number", minimum: 1, maximum: 9 },
      { at: "annotation.lease_minutes", as: "number", minimum: 1 },
      { at: "annotation.gold_share", as: "number", minimum: 0, maximum: 0.95, step: 0.01 },
      {
        at: "annotation.calibration",
        as: "group",
        blank: { items: 10, agreement: 0.6 },
        entries: [
          { at: "items", as: "number", minimum: 1 },
          { at: "agreement", as: "number", minimum: 0, maximum: 1, step: 0.05 },
          { at: "against", as: "one", of: ["majority", "record"] },
          { at: "blocks", as: "switch" },
        ],
      },
      { at: "annotation.guidelines", as: "localLines" },
      { at: "annotation.content_warning", as: "localLines" },
      reasons("annotation.decline_reasons"),
      {
        at: "annotation.skills",
        as: "list",
        entries: [...TITLED, { at: "everybody", as: "switch" }],
        blank: named("skill", "Skill", "专长"),
      },
    ],
  },
  {
    id: "review",
    entries: [
      { at: "review.decided_by", as: "one", of: ["third", "together"] },
      {
        at: "review.rounds",
        as: "list",
        entries: ROUND,
        blank: (there) => ({
          title: both(`Round ${String(there.length + 1)}`, `第 ${String(there.length + 1)} 轮`),
          kind: "answer",
          scope: "all",
          people: 3,
          agree: 2,
        }),
      },
      reasons("review.issues"),
      { at: "review.agreement_floor", as: "shares", of: labelIds },
    ],
  },
  {
    id: "release",
    entries: [
      { at: "release.licence", as: "line" },
      {
        at: "release.splits",
        as: "list",
        entries: [
          { at: "id", as: "line" },
          { at: "questions", as: "rest" },
          { at: "per", as: "one", of: labelIds, optional: true },
          { at: "shots", as: "switch" },
          { at: "private", as: "switch" },
        ],
        blank: (there) => ({ id: freeIn(there, "split"), questions: 20 }),
      },
      { at: "release.citation", as: "lines" },
      { at: "release.homepage", as: "line" },
    ],
  },
  {
    id: "evaluation",
    entries: [
      {
        at: "evaluation.settings",
        as: "list",
        entries: [
          ...TITLED,
          { at: "instruction", as: "lines" },
          { at: "prompt", as: "lines" },
          { at: "keywords", as: "one", of: labelIds, optional: true },
          { at: "shots", as: "number", minimum: 0 },
          { at: "example", as: "lines" },
          { at: "images", as: "switch" },
          { at: "shuffled", as: "switch" },
          { at: "maximum_tokens", as: "number", minimum: 1 },
          { at: "source", as: "line" },
        ],
        blank: (there) => ({
          id: freeIn(there, "setting").replace("_", "-"),
          title: both("Plain", "直接提问"),
          instruction: "",
          prompt: "{question}\n{options}",
          source: "",
        }),
      },
      {
        at: "evaluation.models",
        as: "list",
        entries: [
          { at: "name", as: "line" },
          {
            at: "backend",
            as: "one",
            of: ["openai", "transformers", "replay", "random", "frequent"],
          },
          { at: "settings", as: "many", of: idsAt("evaluation.settings") },
          { at: "revision", as: "line" },
          { at: "base_url", as: "line" },
        ],
        blank: (there) => ({
          name: `Model ${String(there.length + 1)}`,
          backend: "openai",
          settings: [],
        }),
      },
      { at: "evaluation.slices", as: "many", of: labelIds },
      { at: "evaluation.frequent_by", as: "one", of: labelIds, optional: true },
      { at: "evaluation.option_line", as: "line" },
      { at: "evaluation.keyword_separator", as: "line" },
      {
        at: "evaluation.error_categories",
        as: "list",
        entries: [...TITLED, { at: "help", as: "localLines" }],
        blank: named("error", "Kind of error", "错误类型"),
      },
    ],
  },
];

/** The part of the form in which a path of the document is edited. */
export function partOf(path: string): string {
  const first = path.split(".")[0] ?? "";
  if (first === "item") return "curation";
  return PARTS.some(({ id }) => id === first) ? first : "about";
}
