import type { SentenceField } from "@/lib/protocol/protocol";

import { filledSentence } from "./filled-sentence";
import classes from "./live-sentence.module.css";

interface LiveSentenceProps {
  field: SentenceField;
  slots: Readonly<Record<string, string>>;
}

/** The sentence so far; nothing before the first word. */
export function LiveSentence({ field, slots }: LiveSentenceProps) {
  const isBegun = field.slots.some(({ id }) => slots[id]?.trim());
  return isBegun ? <p className={classes.sentence}>{filledSentence(field, slots)}</p> : null;
}
