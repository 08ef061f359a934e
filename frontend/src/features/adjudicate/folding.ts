import { type CaseDetail, type Decision, whyPartIsNotReady, type RecordPart } from "./decision";
import type { Protocol } from "@/lib/protocol/protocol";

/** Characters that fit into about four lines of a record's column; a Chinese one counts twice. */
const SHORT = 140;

const HAN = /\p{Script=Han}/gu;

export const isLong = (text: string) => text.length + (text.match(HAN)?.length ?? 0) > SHORT;

/**
 * Whether a label or sentence is decided. Its choices are then folded to the chosen value while
 * another field is worked on.
 */
export function isSettled(
  part: RecordPart,
  decision: Decision,
  protocol: Protocol,
  given: CaseDetail,
): boolean {
  if (part.kind === "questions" || part.field.kind === "text") return false;
  const { id, kind } = part.field;
  const hasValue =
    kind === "label"
      ? (decision.labels[id] ?? []).length > 0
      : Object.values(decision.sentences[id] ?? {}).some((text) => text.trim());
  return hasValue && whyPartIsNotReady(part, decision, protocol.questions, given.records) === null;
}
