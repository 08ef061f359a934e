import {
  both,
  FIELD,
  formatsAsked,
  freeIn,
  idsAt,
  labelIds,
  LENGTH,
  named,
  POINTS,
  RATING,
  reasons,
  ROUND,
  TITLED,
  WORDING,
  type Entry,
} from "./kinds";

/** Named as the parts of the sheet are. */
type PartId =
  | "about"
  | "curation"
  | "fields"
  | "questions"
  | "annotation"
  | "review"
  | "release"
  | "evaluation";

export interface PartOfForm {
  id: PartId;
  entries: readonly Entry[];
}

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
          ...TITLED,
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
      { at: "release.shares_of", as: "one", of: ["labels", "items"] },
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
          ...WORDING,
          {
            at: "by_format",
            as: "each",
            of: formatsAsked,
            entries: WORDING,
            blank: { instruction: "", prompt: "{question}" },
          },
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
      {
        at: "evaluation.open_tasks",
        as: "list",
        entries: [
          ...TITLED,
          { at: "reference", as: "one", of: idsAt("fields") },
          { at: "shots", as: "number", minimum: 0 },
          { at: "example", as: "lines" },
          { at: "prompts", as: "prompts" },
          { at: "maximum_tokens", as: "number", minimum: 1 },
          { at: "source", as: "line" },
        ],
        blank: named("task", "Task", "任务", { prompts: [""], reference: "", source: "" }),
      },
      {
        at: "evaluation.ratings",
        as: "list",
        entries: RATING,
        blank: named("rating", "Rating", "评分", {
          images: true,
          scales: [{ id: "quality", title: both("Quality", "质量"), points: POINTS }],
          source: "",
        }),
      },
      { at: "evaluation.slices", as: "many", of: labelIds },
      { at: "evaluation.frequent_by", as: "one", of: labelIds, optional: true },
      {
        at: "evaluation.published_rule",
        as: "one",
        of: ["ii-bench", "cii-bench", "cmmmu"],
      },
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
