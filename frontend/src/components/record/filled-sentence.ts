import type { SentenceField } from "@/lib/protocol/protocol";

/** The template with the texts of its slots; an empty slot stays a gap. */
export function filledSentence(
  field: SentenceField,
  slots: Readonly<Record<string, string>>,
): string {
  return field.slots.reduce(
    (sentence, { id }) => sentence.replace(`{${id}}`, slots[id]?.trim() || "…"),
    field.template,
  );
}
