import { SideLined } from "@/components/layout/primitives";
import type { SentenceField } from "@/lib/protocol/protocol";

import { filledSentence } from "./filled-sentence";

interface LiveSentenceProps {
  field: SentenceField;
  slots: Readonly<Record<string, string>>;
}

/** The sentence so far; nothing before the first word. */
export function LiveSentence({ field, slots }: LiveSentenceProps) {
  const isBegun = field.slots.some(({ id }) => slots[id]?.trim());
  return isBegun ? (
    <SideLined
      component="p"
      className="anywhere"
      line="var(--mantine-color-default-border)"
      m="0.6rem 0 0"
      ps="0.75rem"
      fz="1.05rem"
    >
      {filledSentence(field, slots)}
    </SideLined>
  ) : null;
}
