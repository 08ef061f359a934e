import type { QuestionFormat } from "./types";

/** Below `question` in the catalogues: which letters an author clicks to give the key. */
export function letterHint(kind: QuestionFormat): "chooseKey" | "chooseKeys" | "chooseOrder" {
  if (kind.isOrdered) return "chooseOrder";
  return kind.hasSeveralKeys ? "chooseKeys" : "chooseKey";
}
