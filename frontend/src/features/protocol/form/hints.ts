import { unusedId, idsInList, isList, type Json, valueAt } from "./path";

/** The kinds of controls. */
export type Widget =
  | "line"
  | "lines"
  | "local"
  | "localLines"
  | "locals"
  | "prompts"
  | "switch"
  | "number"
  | "one"
  | "many"
  | "list"
  | "group"
  | "each"
  | "levels"
  | "shares"
  | "significant"
  | "rest";

/** Choices that the installation offers. */
export interface InstallationChoices {
  formats: readonly string[];
  checks: readonly string[];
}

/** Hints that the schema lacks: which texts are long, what a value refers to. */
export interface FieldHint {
  as?: Widget;
  /** Edited in the source only. */
  hidden?: true;
  /** Several lines. */
  lines?: true;
  /** A group with a frame, although it is always present. */
  framed?: true;
  /** Shown only if this holds for the object with the key. */
  when?: (thing: Json) => boolean;
  /** Values of the document and of the installation, if the schema lists none. */
  of?: (document: Json, offer: InstallationChoices) => readonly string[];
  /** Initial value of a new object in the list, or of the group. */
  blank?: (there: readonly Json[]) => Json;
}

const is = (key: string, value: string) => (thing: Json) => valueAt(thing, key) === value;

const labelIds = idsInList("fields", is("kind", "label"));
const labels: FieldHint = { of: labelIds };
const fields: FieldHint = { of: idsInList("fields") };
const lines: FieldHint = { lines: true };
const hidden: FieldHint = { hidden: true };

const both = (en: string, zh: string): Json => ({ en, zh });

const named = (
  stem: string,
  en: string,
  zh: string,
  more: Readonly<Record<string, Json>> = {},
): FieldHint => ({
  blank: (there) => {
    const number = String(there.length + 1);
    return { id: unusedId(there, stem), title: both(`${en} ${number}`, `${zh}${number}`), ...more };
  },
});

const reason = named("reason", "Reason", "原因");
const POINTS: Json = [
  { value: 0, title: both("No", "否") },
  { value: 1, title: both("Yes", "是") },
];

/** By path in the document, without list positions; `*` is any stage of curation. */
export const FIELD_HINTS: Readonly<Record<string, FieldHint>> = {
  summary: lines,
  balance: hidden,
  "curation.*": { framed: true },
  "curation.*.reasons": reason,
  fields: named("field", "Field", "字段", {
    kind: "label",
    choices: [
      { id: "yes", title: both("Yes", "是") },
      { id: "no", title: both("No", "否") },
    ],
  }),
  "fields.help": lines,
  "fields.choices": named("choice", "Choice", "选项"),
  "fields.choices.help": lines,
  "fields.parent": labels,
  "fields.significant": { as: "significant" },
  "fields.terms": hidden,
  "fields.slots": named("slot", "Slot", "空位"),
  "fields.slots.help": hidden,
  "fields.slots.parent": hidden,
  "fields.unlike": hidden,
  "questions.formats": { of: (_, offer) => offer.formats },
  "questions.stem": { framed: true },
  "questions.option": { framed: true },
  "questions.fixed": {
    blank: (there) => ({
      id: unusedId(there, "question"),
      stem: both("What does this picture imply?", "这张图片有什么隐喻？"),
    }),
  },
  "questions.fixed.made": hidden,
  "questions.checks": { of: (_, offer) => offer.checks },
  "annotation.calibration": { blank: () => ({ items: 10, agreement: 0.6 }) },
  "annotation.guidelines": lines,
  "annotation.content_warning": lines,
  "annotation.decline_reasons": reason,
  "annotation.skills": named("skill", "Skill", "专长"),
  "review.rounds": {
    blank: (there) => ({
      title: both(`Round ${String(there.length + 1)}`, `第 ${String(there.length + 1)} 轮`),
      kind: "answer",
      scope: "all",
      people: 3,
      agree: 2,
    }),
  },
  "review.rounds.share": { when: is("scope", "reworked") },
  "review.rounds.people": { when: is("kind", "answer") },
  "review.rounds.agree": { when: is("kind", "answer") },
  "review.rounds.discuss_dissent": { when: is("kind", "answer") },
  "review.rounds.checklist": {
    ...named("point", "Point", "要点"),
    when: is("kind", "checklist"),
  },
  "review.issues": reason,
  "review.agreement_floor": labels,
  "release.splits": { blank: (there) => ({ id: unusedId(there, "split"), questions: 20 }) },
  "release.splits.questions": { as: "rest" },
  "release.splits.per": labels,
  "release.citation": lines,
  "evaluation.settings": {
    blank: (there) => ({
      id: unusedId(there, "setting").replace("_", "-"),
      title: both("Plain", "直接提问"),
      instruction: "",
      prompt: "{question}\n{options}",
      source: "",
    }),
  },
  "evaluation.settings.instruction": lines,
  "evaluation.settings.prompt": lines,
  "evaluation.settings.by_format": {
    of: (document) => {
      const formats = valueAt(document, "questions.formats");
      return isList(formats) ? formats.map(String) : [];
    },
    blank: () => ({ instruction: "", prompt: "{question}" }),
  },
  "evaluation.settings.by_format.instruction": lines,
  "evaluation.settings.by_format.prompt": lines,
  "evaluation.settings.keywords": labels,
  "evaluation.settings.example": lines,
  "evaluation.models": {
    blank: (there) => ({
      name: `Model ${String(there.length + 1)}`,
      backend: "openai",
      settings: [],
    }),
  },
  "evaluation.models.settings": { of: idsInList("evaluation.settings") },
  "evaluation.open_tasks": named("task", "Task", "任务", {
    prompts: [""],
    reference: "",
    source: "",
  }),
  "evaluation.open_tasks.reference": fields,
  "evaluation.open_tasks.only": hidden,
  "evaluation.open_tasks.example": lines,
  "evaluation.open_tasks.metrics": hidden,
  "evaluation.ratings": named("rating", "Rating", "评分", {
    images: true,
    scales: [{ id: "quality", title: both("Quality", "质量"), points: POINTS }],
    source: "",
  }),
  "evaluation.ratings.help": lines,
  "evaluation.ratings.replies_of": { of: idsInList("evaluation.open_tasks") },
  "evaluation.ratings.only": hidden,
  "evaluation.ratings.shown": fields,
  "evaluation.ratings.slices": labels,
  "evaluation.ratings.scales": named("scale", "Scale", "量表", { points: POINTS }),
  "evaluation.ratings.scales.help": lines,
  "evaluation.ratings.scales.points": {
    blank: (there) => {
      const value = there.length + 1;
      return { value, title: both(String(value), String(value)) };
    },
  },
  "evaluation.ratings.scales.points.help": lines,
  "evaluation.ratings.judge": {
    when: (thing) => Boolean(valueAt(thing, "replies_of")),
    blank: () => ({ scale: "quality", instruction: "", prompt: "{reply}", source: "" }),
  },
  "evaluation.ratings.judge.instruction": lines,
  "evaluation.ratings.judge.prompt": lines,
  "evaluation.ratings.judge.images": hidden,
  "evaluation.ratings.published": hidden,
  "evaluation.slices": labels,
  "evaluation.frequent_by": labels,
  "evaluation.error_categories": named("error", "Kind of error", "错误类型"),
  "evaluation.error_categories.help": lines,
  "evaluation.error_categories.part_of": hidden,
};

/** The parts of the form, named as on the protocol page, with their keys of the document. */
export const FORM_PARTS = [
  { id: "about", keys: ["id", "name", "summary", "language", "paper"] },
  { id: "curation", keys: ["item", "curation"] },
  { id: "fields", keys: ["fields"] },
  { id: "questions", keys: ["questions"] },
  { id: "annotation", keys: ["annotation"] },
  { id: "review", keys: ["review"] },
  { id: "release", keys: ["release"] },
  { id: "evaluation", keys: ["evaluation"] },
] as const satisfies readonly { id: string; keys: readonly string[] }[];

/** Return the part of the form in which a path of the document is edited. */
export function formPartOfPath(path: string): string {
  const [first = ""] = path.split(".");
  return FORM_PARTS.find(({ keys }) => keys.some((key) => key === first))?.id ?? "about";
}

/** Return the hints for a path. */
export function hintAtPath(where: string): FieldHint {
  return FIELD_HINTS[where.replace(/^curation\.\w+/, "curation.*")] ?? FIELD_HINTS[where] ?? {};
}
