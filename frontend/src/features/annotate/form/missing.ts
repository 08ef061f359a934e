import { getQuestionFormat } from "@/components/question/formats/registry";
import { withoutImages } from "@/lib/protocol/placed";
import {
  choicesUnder,
  removedChoices,
  type ProtocolField,
  textLength,
  type Protocol,
  type TextLength,
} from "@/lib/protocol/protocol";
import type { QuestionContent, RecordContent } from "@/lib/protocol/record";

/** A foldable section of the form: `labels`, `texts`, `questions.0` … */
export type SectionId = string;

export interface MissingPart {
  /** Path to focus: `labels.domain`, `questions.0.options.2`. */
  path: string;
  section: SectionId;
  kind: "choose" | "write" | "short" | "long" | "stem" | "option" | "key";
  /** Id of the field, unless it is a question. */
  field?: string;
  /** Index of the question, and of the option. */
  question?: number;
  option?: number;
  /** Number of words or characters too few or too many. */
  count?: number;
  unit?: "words" | "characters";
}

export interface FormProgress {
  /** Numbers of complete and of all fields and questions. */
  done: number;
  total: number;
  missing: readonly MissingPart[];
}

export function sectionOfPath(path: string): SectionId {
  const [part = "", index = ""] = path.split(".");
  if (part === "questions") return index === "" ? "questions" : `questions.${index}`;
  return part === "labels" ? "labels" : "texts";
}

function tooLong(text: string, limits: TextLength): Pick<MissingPart, "count" | "unit"> | null {
  const over = textLength(withoutImages(text), limits.unit) - (limits.maximum ?? Infinity);
  return over > 0 ? { count: over, unit: limits.unit } : null;
}

function missingInField(field: ProtocolField, record: RecordContent): MissingPart[] {
  if (field.kind === "label") {
    const chosen = record.labels[field.id] ?? [];
    // A field has no choices before its parent is chosen: only the parent is missing.
    const isOffered = choicesUnder(field, record.labels).length > 0;
    const isRemoved = removedChoices(field, record.labels).length > 0;
    if (!isRemoved && (!field.required || chosen.length > 0 || !isOffered)) return [];
    return [{ path: `labels.${field.id}`, section: "labels", kind: "choose", field: field.id }];
  }
  if (field.kind === "sentence") {
    const slots = record.sentences[field.id] ?? {};
    const isBegun = Object.values(slots).some((text) => text.trim());
    if (!field.required && !isBegun) return [];
    const empty = field.slots.find(({ id }) => !slots[id]?.trim());
    if (!empty) return [];
    const path = `sentences.${field.id}.${empty.id}`;
    return [{ path, section: "texts", kind: "write", field: field.id }];
  }
  const at = { path: `texts.${field.id}`, section: "texts", field: field.id };
  const text = record.texts[field.id] ?? "";
  if (!text.trim()) return field.required ? [{ ...at, kind: "write" }] : [];
  const short = field.minimum - textLength(text, field.unit);
  if (short > 0) return [{ ...at, kind: "short", count: short, unit: field.unit }];
  const long = tooLong(text, field);
  return long ? [{ ...at, kind: "long", ...long }] : [];
}

function missingInQuestion(
  protocol: Protocol,
  question: QuestionContent,
  index: number,
): MissingPart[] {
  const section = `questions.${String(index)}`;
  const rules = protocol.questions;
  const found: MissingPart[] = [];
  const look = (text: string, limits: TextLength, kind: "stem" | "option", option?: number) => {
    const path = option === undefined ? `${section}.stem` : `${section}.options.${String(option)}`;
    const at = { path, section, question: index, ...(option === undefined ? {} : { option }) };
    const long = tooLong(text, limits);
    if (!text.trim()) found.push({ ...at, kind });
    else if (long) found.push({ ...at, kind: "long", ...long });
  };
  if (question.fixed === null) look(question.stem, rules.stem, "stem");
  question.options.forEach((option, at) => {
    look(option, rules.option, "option", at);
  });
  if (getQuestionFormat(question.format).keyProblem(question.answer) !== null) {
    found.push({ path: `${section}.answer`, section, question: index, kind: "key" });
  }
  return found;
}

/** Return the missing parts that prevent submission, in the order of the form. */
export function findMissingParts(protocol: Protocol, record: RecordContent): FormProgress {
  const parts = [
    ...protocol.fields.map((field) => missingInField(field, record)),
    ...record.questions.map((question, at) => missingInQuestion(protocol, question, at)),
  ];
  const inOrder = ["labels", "texts"];
  const rank = ({ section }: MissingPart) =>
    inOrder.includes(section) ? inOrder.indexOf(section) : inOrder.length;
  return {
    done: parts.filter((part) => part.length === 0).length,
    total: parts.length,
    missing: parts.flat().sort((one, other) => rank(one) - rank(other)),
  };
}
