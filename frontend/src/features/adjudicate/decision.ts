import type { components } from "@/api/generated";
import {
  hasRepeatedQuestion,
  type QuestionText,
  questionProblems,
} from "@/components/question/question-text";
import {
  type LabelField,
  textLength,
  type Protocol,
  type ProtocolField,
  type QuestionRules,
} from "@/lib/protocol/protocol";

type Schemas = components["schemas"];
export type CaseDetail = Schemas["CaseDetail"];
export type ComparedField = Schemas["ComparedField"];
export type ComparedRecord = Schemas["ComparedRecord"];

/** A question of a compared record; both numbers count from 0. */
export interface Source {
  annotation: number;
  question: number;
}

export interface QuestionContent extends QuestionText {
  format: string;
  fixed: string | null;
}

/** A question of the final record: unchanged, or with content of its own. */
export interface ChosenQuestion {
  id: string;
  sources: readonly Source[];
  content: QuestionContent | null;
}

/** The decision so far. Fields that are missing are undecided. */
export interface Decision {
  labels: Readonly<Record<string, readonly string[]>>;
  texts: Readonly<Record<string, string>>;
  sentences: Readonly<Record<string, Readonly<Record<string, string>>>>;
  questions: readonly ChosenQuestion[];
  /** By field, if a label overrides all annotators. */
  reasons: Readonly<Record<string, string>>;
}

export type RecordPart =
  { kind: "field"; field: ProtocolField; compared: ComparedField } | { kind: "questions" };

/** Parts of the record, by how much decision they need. */
export interface RecordParts {
  /** To decide: disputed labels first, then texts, sentences and questions. */
  open: readonly RecordPart[];
  /** Filled in by the protocol's rule, because the difference does not matter. */
  proposed: readonly RecordPart[];
  agreed: readonly RecordPart[];
}

const isWritten = ({ maximum, written_by }: QuestionRules) => maximum > 0 && written_by !== "rule";

export const QUESTIONS = "questions";

export const partId = (part: RecordPart) => (part.kind === "questions" ? QUESTIONS : part.field.id);

export function partsByDecisionNeed(given: CaseDetail, protocol: Protocol): RecordParts {
  const fields = protocol.fields.flatMap((field) => {
    const compared = given.fields_compared.find((one) => one.field === field.id);
    return compared ? [{ kind: "field" as const, field, compared }] : [];
  });
  const having = (...outcomes: ComparedField["outcome"][]) =>
    fields.filter(({ compared }) => outcomes.includes(compared.outcome));
  const questions: RecordPart[] = isWritten(protocol.questions) ? [{ kind: "questions" }] : [];
  return {
    open: [...having("disputed"), ...having("to_choose"), ...questions],
    proposed: having("proposed"),
    agreed: having("agreed"),
  };
}

/** The initial decision: agreed and proposed values. */
export function initialDecision(given: CaseDetail): Decision {
  const filled = given.fields_compared.flatMap(({ field, kind, value }) =>
    kind === "label" && value ? [[field, value] as const] : [],
  );
  return {
    labels: Object.fromEntries(filled),
    texts: {},
    sentences: {},
    questions: [],
    reasons: {},
  };
}

export function decidedContent(
  records: readonly ComparedRecord[],
  source: Source,
): QuestionContent {
  const question = records[source.annotation]?.questions[source.question];
  if (!question) throw new Error("A question was taken that nobody wrote.");
  const { format, fixed, stem, options, answer } = question;
  return { format, fixed, stem, options, answer };
}

/** The text of a chosen question: its own, or that of its source. */
export function chosenQuestionText(records: readonly ComparedRecord[], chosen: ChosenQuestion) {
  const [first] = chosen.sources;
  if (chosen.content) return chosen.content;
  if (!first) throw new Error("A question is neither taken nor written.");
  return decidedContent(records, first);
}

const sameSource = (one: Source, other: Source) =>
  one.annotation === other.annotation && one.question === other.question;

export function isQuestionChosen(decision: Decision, source: Source): boolean {
  return decision.questions.some((chosen) => chosen.sources.some((one) => sameSource(one, source)));
}

export type DecisionAction =
  | { type: "label"; field: string; value: readonly string[] }
  | { type: "text"; field: string; value: string }
  | { type: "sentence"; field: string; value: Readonly<Record<string, string>> }
  | { type: "reason"; field: string; value: string }
  | {
      type: "takeSide";
      part: RecordPart;
      side: number;
      records: readonly ComparedRecord[];
      maximum: number;
    }
  | { type: "merge"; part: RecordPart; records: readonly ComparedRecord[] }
  | { type: "takeQuestion"; source: Source }
  | { type: "writeQuestion"; content: QuestionContent; sources?: readonly Source[] }
  | { type: "editQuestion"; id: string; content: QuestionContent }
  | { type: "dropQuestion"; id: string }
  | { type: "restart"; decision: Decision };

export function decisionReducer(decision: Decision, action: DecisionAction): Decision {
  switch (action.type) {
    case "label":
      return { ...decision, labels: { ...decision.labels, [action.field]: action.value } };
    case "text":
      return { ...decision, texts: { ...decision.texts, [action.field]: action.value } };
    case "sentence":
      return { ...decision, sentences: { ...decision.sentences, [action.field]: action.value } };
    case "reason":
      return { ...decision, reasons: { ...decision.reasons, [action.field]: action.value } };
    case "takeSide":
      return takeSide(decision, action);
    case "merge":
      return merge(decision, action);
    case "takeQuestion":
      return isQuestionChosen(decision, action.source)
        ? decision
        : addQuestion(decision, [action.source], null);
    case "writeQuestion":
      return addQuestion(decision, action.sources ?? [], action.content);
    case "editQuestion":
      return {
        ...decision,
        questions: decision.questions.map((chosen) =>
          chosen.id === action.id ? { ...chosen, content: action.content } : chosen,
        ),
      };
    case "dropQuestion":
      return {
        ...decision,
        questions: decision.questions.filter(({ id }) => id !== action.id),
      };
    case "restart":
      return action.decision;
  }
}

function addQuestion(
  decision: Decision,
  sources: readonly Source[],
  content: QuestionContent | null,
): Decision {
  const id = crypto.randomUUID();
  return { ...decision, questions: [...decision.questions, { id, sources, content }] };
}

function takeSide(
  decision: Decision,
  { part, side, records, maximum }: Extract<DecisionAction, { type: "takeSide" }>,
): Decision {
  const record = records[side];
  if (!record) return decision;
  if (part.kind === "questions") {
    const sources = record.questions.map((_, question) => ({ annotation: side, question }));
    return sources
      .slice(0, maximum)
      .reduce<Decision>((so, source) => addQuestion(so, [source], null), {
        ...decision,
        questions: [],
      });
  }
  const { id, kind } = part.field;
  switch (kind) {
    case "label":
      return decisionReducer(decision, {
        type: "label",
        field: id,
        value: part.compared.values[side] ?? [],
      });
    case "text":
      return decisionReducer(decision, { type: "text", field: id, value: record.texts[id] ?? "" });
    case "sentence":
      return decisionReducer(decision, {
        type: "sentence",
        field: id,
        value: record.sentences[id] ?? {},
      });
  }
}

/**
 * Merge all annotators' values. Labels: all choices. Texts: one after the other, to be edited.
 * Questions are merged part by part (merging.ts).
 */
function merge(
  decision: Decision,
  { part, records }: Extract<DecisionAction, { type: "merge" }>,
): Decision {
  if (part.kind === "questions") return decision;
  const { field, compared } = part;
  if (field.kind === "text") {
    const texts = [...new Set(records.map((record) => record.texts[field.id] ?? ""))];
    const value = texts.filter((text) => text.trim()).join("\n\n");
    return decisionReducer(decision, { type: "text", field: field.id, value });
  }
  if (field.kind === "label" && field.multiple) {
    const named = new Set(compared.values.flat());
    const value = field.choices.map(({ id }) => id).filter((id) => named.has(id));
    return decisionReducer(decision, { type: "label", field: field.id, value });
  }
  return decision;
}

/** Return whether the values of a field can be merged. */
export function mayMerge(part: RecordPart): boolean {
  if (part.kind === "questions") return false;
  return part.field.kind === "text" || (part.field.kind === "label" && part.field.multiple);
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((choice) => other.includes(choice));

/**
 * Return whether no annotation supports `chosen`: a single label that no annotator gave, or of
 * several labels one that nobody gave or a missing one that all gave. Such a choice needs a reason.
 */
export function overridesEverybody(
  field: LabelField,
  chosen: readonly string[],
  values: readonly (readonly string[])[],
): boolean {
  if (chosen.length === 0) return false;
  if (!field.multiple) return values.every((value) => !sameSet(chosen, value));
  const named = new Set(values.flat());
  const [first = [], ...others] = values;
  const shared = first.filter((choice) => others.every((value) => value.includes(choice)));
  return chosen.some((choice) => !named.has(choice)) || shared.some((one) => !chosen.includes(one));
}

/** Return the origin of the final value. */
export type ValueOrigin =
  | { kind: "open" | "agreed" | "proposed" | "own" }
  | { kind: "said" | "merged" | "edited"; by: readonly number[] };

export function originOfValue(
  part: RecordPart,
  decision: Decision,
  records: readonly ComparedRecord[],
): ValueOrigin {
  if (part.kind === "questions") return { kind: "open" };
  const { field, compared } = part;
  if (field.kind === "label") {
    const chosen = decision.labels[field.id] ?? [];
    if (chosen.length === 0) return { kind: "open" };
    if (compared.outcome === "agreed" && sameSet(chosen, compared.value ?? [])) {
      return { kind: "agreed" };
    }
    if (compared.outcome === "proposed" && sameSet(chosen, compared.value ?? [])) {
      return { kind: "proposed" };
    }
    const by = sidesWhere(compared.values, (value) => sameSet(value, chosen));
    if (by.length > 0) return { kind: "said", by };
    if (overridesEverybody(field, chosen, compared.values)) return { kind: "own" };
    return {
      kind: "merged",
      by: sidesWhere(compared.values, (value) => value.some((one) => chosen.includes(one))),
    };
  }
  const words =
    field.kind === "text"
      ? decision.texts[field.id]
      : Object.values(decision.sentences[field.id] ?? {}).join("\n");
  if (!words?.trim()) return { kind: "open" };
  const said = records.map((record) =>
    field.kind === "text"
      ? (record.texts[field.id] ?? "")
      : Object.values(record.sentences[field.id] ?? {}).join("\n"),
  );
  return originOfText(words, said);
}

/** By sentence: its annotators, and whether the adjudicator wrote any. */
function originOfText(words: string, said: readonly string[]): ValueOrigin {
  const same = sidesWhere(said, (text) => text.trim() === words.trim());
  if (same.length > 0) return { kind: "said", by: same };
  const sentences = sentencesOf(words);
  const by = sidesWhere(said, (text) => sentencesOf(text).some((one) => sentences.includes(one)));
  if (by.length === 0) return { kind: "own" };
  return { kind: by.length > 1 ? "merged" : "edited", by };
}

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[.!?])\s+|(?<=[。！？])\s*|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

function sidesWhere<Value>(values: readonly Value[], is: (value: Value) => boolean): number[] {
  return values.flatMap((value, side) => (is(value) ? [side] : []));
}

/** Return why a part is not ready; null if it is. */
export type MissingDecision =
  "choose" | "reason" | "length" | "questions" | "questionText" | "repeated" | null;

export function whyPartIsNotReady(
  part: RecordPart,
  decision: Decision,
  rules: QuestionRules,
  records: readonly ComparedRecord[],
): MissingDecision {
  if (part.kind === "questions") return missingQuestions(decision, rules, records);
  const { field, compared } = part;
  if (field.kind === "label") {
    const chosen = decision.labels[field.id] ?? [];
    if (chosen.length === 0) return field.required ? "choose" : null;
    const needsReason = overridesEverybody(field, chosen, compared.values);
    return needsReason && !decision.reasons[field.id]?.trim() ? "reason" : null;
  }
  if (field.kind === "text") {
    const text = decision.texts[field.id] ?? "";
    if (!text.trim()) return field.required ? "choose" : null;
    const length = textLength(text, field.unit);
    const isTooLong = field.maximum != null && length > field.maximum;
    return length < field.minimum || isTooLong ? "length" : null;
  }
  const slots = decision.sentences[field.id] ?? {};
  const isFull = field.slots.every(({ id }) => slots[id]?.trim());
  return isFull || !field.required ? null : "choose";
}

function missingQuestions(
  decision: Decision,
  rules: QuestionRules,
  records: readonly ComparedRecord[],
): MissingDecision {
  const texts = decision.questions.map((chosen) => chosenQuestionText(records, chosen));
  const lacksFixed = rules.fixed.some(({ id }) => !texts.some(({ fixed }) => fixed === id));
  if (texts.length < rules.minimum || texts.length > rules.maximum || lacksFixed) {
    return "questions";
  }
  if (texts.some((text) => questionProblems(text, rules).length > 0)) return "questionText";
  return hasRepeatedQuestion(texts) ? "repeated" : null;
}

/** The body of `POST …/finalize/`; `waiver` says why one person decides alone. */
export function finalizeBody(
  given: CaseDetail,
  decision: Decision,
  waiver = "",
): Schemas["CaseFinalizeRequest"] {
  return {
    version: given.version,
    waiver,
    record: {
      labels: mutable(decision.labels),
      texts: { ...decision.texts },
      sentences: { ...decision.sentences },
    },
    questions: decision.questions.map(({ sources, content }) => ({
      sources: [...sources],
      content: content && {
        format: content.format,
        fixed: content.fixed,
        stem: content.stem,
        options: [...content.options],
        answer: content.answer,
      },
    })),
    reasons: Object.fromEntries(
      Object.entries(decision.reasons).filter(([, reason]) => reason.trim()),
    ),
  };
}

const mutable = (labels: Decision["labels"]) =>
  Object.fromEntries(Object.entries(labels).map(([field, value]) => [field, [...value]]));
