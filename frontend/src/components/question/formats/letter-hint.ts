import type { QuestionFormat } from "./types";

/** Key below `question` in the catalogues: the hint on which letters give the key. */
export function letterHint(kind: QuestionFormat): "chooseKey" | "chooseKeys" | "chooseOrder" {
  if (kind.isOrdered) return "chooseOrder";
  return kind.hasSeveralKeys ? "chooseKeys" : "chooseKey";
}
