import type { Localized } from "@/lib/i18n/locale";

/** The parts of a protocol document in `GET /api/projects/{slug}/` that pages use. */
export interface Protocol {
  /** Language of the texts and questions. */
  language: "en" | "zh";
  item: {
    images: number;
    /** Maximum images per item; by default `images`. */
    most?: number | null;
  };
  fields: readonly ProtocolField[];
  questions: QuestionRules;
  annotation: {
    /** Blind annotators per item. */
    people: number;
    /** Versions from before have none: organizers may. */
    organizers_invite?: boolean;
    lease_minutes: number;
    calibration?: { items: number } | null;
    /** Skills that items may require; versions from before have none. */
    skills?: readonly (Titled & { everybody: boolean })[];
    decline_reasons: readonly Titled[];
    guidelines: Localized;
    content_warning?: Localized | null;
  };
  review: {
    /** Who decides on differing annotations: a third person, or the annotators themselves. */
    decided_by?: "third" | "together";
    issues: readonly Titled[];
    rounds: readonly { title: Localized; checklist: readonly Titled[] }[];
  };
}

export interface Titled {
  id: string;
  title: Localized;
}

export interface Choice extends Titled {
  help?: Localized | null;
  /** The choice of the parent field for which this one is shown. */
  parent?: string | null;
}

interface FieldBase extends Titled {
  help?: Localized | null;
  examples?: readonly Localized[];
  required: boolean;
}

export interface LabelField extends FieldBase {
  kind: "label";
  choices: readonly Choice[];
  multiple: boolean;
  ordered: boolean;
  parent?: string | null;
}

export type LengthUnit = "words" | "characters";

export interface TextField extends FieldBase {
  kind: "text";
  unit: LengthUnit;
  minimum: number;
  target?: number | null;
  maximum?: number | null;
  /** It names terms; `under` is the label field that they subdivide. */
  terms?: { under?: string | null } | null;
}

export interface SentenceField extends FieldBase {
  kind: "sentence";
  /** "{primary} is as {attribute} as {secondary}" */
  template: string;
  slots: readonly Choice[];
}

export type ProtocolField = LabelField | TextField | SentenceField;

export interface TextLength {
  unit: LengthUnit;
  target?: number | null;
  maximum?: number | null;
}

export interface FixedQuestion {
  id: string;
  stem: Localized;
  options?: number | null;
}

export interface QuestionRules {
  formats: readonly string[];
  minimum: number;
  maximum: number;
  options: number;
  stem: TextLength;
  option: TextLength;
  fixed: readonly FixedQuestion[];
  /** `rule`: nobody writes them, they are generated from final records. */
  written_by: "both" | "first" | "rule";
}

/** Number of options of a question; `null` if it is not fixed. */
export function optionCount(rules: QuestionRules, fixed: string | null): number {
  return rules.fixed.find(({ id }) => id === fixed)?.options ?? rules.options;
}

/** Length as the papers count it: words, or characters without white space. */
export function textLength(text: string, unit: LengthUnit): number {
  if (unit === "words") return text.match(/\S+/g)?.length ?? 0;
  return Array.from(text.replace(/\s/g, "")).length;
}

/** Return the maximum number of images per item. */
export function mostImages({ item }: Protocol): number {
  return item.most ?? item.images;
}

/** Return the letter of an option: A, B, C … */
export function optionLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

export function labelFields(protocol: Protocol): readonly LabelField[] {
  return protocol.fields.filter((field) => field.kind === "label");
}

/** Return the fields with typed text: texts and sentences, in protocol order. */
export function writtenFields(protocol: Protocol): readonly (TextField | SentenceField)[] {
  return protocol.fields.filter((field) => field.kind !== "label");
}

/** Return the choices of a field for the choice of its parent field; all if it has none. */
export function choicesUnder(
  field: LabelField,
  labels: Readonly<Record<string, readonly string[]>>,
): readonly Choice[] {
  if (!field.parent) return field.choices;
  const above = labels[field.parent] ?? [];
  return field.choices.filter(({ parent }) => parent && above.includes(parent));
}

/** Return the chosen ids that the protocol no longer has. */
export function removedChoices(
  field: LabelField,
  labels: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const known = new Set(field.choices.map(({ id }) => id));
  return (labels[field.id] ?? []).filter((id) => !known.has(id));
}

/** Return a label field after its parents, the top one first. */
export function labelFieldWithParents(protocol: Protocol, fieldId: string): LabelField[] {
  const field = labelFields(protocol).find(({ id }) => id === fieldId);
  if (!field) return [];
  return field.parent ? [...labelFieldWithParents(protocol, field.parent), field] : [field];
}

export type TemplatePart = { text: string } | { slot: Choice };

/** Split a sentence's template into words and slots. */
export function templateParts(field: SentenceField): readonly TemplatePart[] {
  return field.template.split(/(\{[a-z0-9_]+\})/).flatMap((part): TemplatePart[] => {
    const slot = field.slots.find(({ id }) => part === `{${id}}`);
    if (slot) return [{ slot }];
    return part === "" ? [] : [{ text: part }];
  });
}

export type LengthLimits = TextLength & { minimum?: number };

/** Return whether a length is within its limits; the target is only a hint. */
export function lengthVerdict(count: number, limits: LengthLimits): "short" | "fits" | "long" {
  if (count < (limits.minimum ?? 0)) return "short";
  return limits.maximum != null && count > limits.maximum ? "long" : "fits";
}
