import type { LabelField, Protocol } from "./protocol";
import type { QuestionContent, RecordContent } from "./record";

/** A small protocol for tests: a tree of labels, one text, questions of three options. */

export const category: LabelField = {
  kind: "label",
  id: "category",
  title: { en: "Category", zh: "类别" },
  help: { en: "What is it about?" },
  examples: [],
  required: true,
  choices: [
    { id: "art", title: { en: "Art" }, help: { en: "Beauty." }, parent: null },
    { id: "science", title: { en: "Science" }, help: null, parent: null },
  ],
  multiple: false,
  ordered: false,
  parent: null,
};

export const subfield: LabelField = {
  ...category,
  id: "subfield",
  title: { en: "Subfield" },
  choices: [
    { id: "music", title: { en: "Music" }, help: null, parent: "art" },
    { id: "physics", title: { en: "Physics" }, help: null, parent: "science" },
  ],
  parent: "category",
};

export const protocol: Protocol = {
  language: "en",
  item: { images: 1 },
  fields: [
    category,
    subfield,
    {
      kind: "text",
      id: "explanation",
      title: { en: "Explanation" },
      help: { en: "What does it mean?" },
      examples: [],
      required: true,
      unit: "words",
      minimum: 2,
      target: 3,
      maximum: 5,
    },
  ],
  questions: {
    formats: ["single_choice"],
    minimum: 1,
    maximum: 3,
    options: 3,
    stem: { unit: "words", target: 5, maximum: 10 },
    option: { unit: "words", target: 3, maximum: 10 },
    fixed: [{ id: "primary", stem: { en: "Which concept?" }, options: 2 }],
    written_by: "both",
  },
  annotation: {
    lease_minutes: 45,
    people: 2,
    decline_reasons: [
      { id: "broken", title: { en: "Broken" } },
      { id: "offensive", title: { en: "Offensive" } },
    ],
    guidelines: { en: "Look first." },
    content_warning: null,
  },
  review: { issues: [], rounds: [] },
};

export function question(uid: string, change: Partial<QuestionContent> = {}): QuestionContent {
  return {
    uid,
    format: "single_choice",
    fixed: null,
    stem: "",
    options: ["", "", ""],
    answer: null,
    ...change,
  };
}

export function content(
  labels: Record<string, string[]>,
  change: Partial<RecordContent> = {},
): RecordContent {
  return {
    labels,
    texts: {},
    sentences: {},
    questions: [question("q1"), question("q2")],
    ...change,
  };
}
