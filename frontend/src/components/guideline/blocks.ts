/** A block of the guidelines: a heading, a paragraph, an image, or a list. */
export type GuidelineTextBlock =
  | { kind: "heading"; text: string }
  | { kind: "paragraph"; text: string }
  /** `name` of an uploaded image; `text` describes it. */
  | { kind: "image"; name: string; text: string }
  | { kind: "list"; ordered: boolean; entries: readonly string[] };

const HEADING = /^#{1,4}\s+/;
const IMAGE = /^!\[([^\]]*)\]\(([0-9a-f]{32}\.(?:png|jpg|webp))\)$/;
const NUMBERED = /^\d+[.、]\s*/;
const BULLET = /^[-*•]\s+/;

/** Parse guidelines as typed: "# Heading", "1. entry", "- entry", images, paragraphs. */
export function parseGuidelineBlocks(text: string): readonly GuidelineTextBlock[] {
  const blocks: GuidelineTextBlock[] = [];
  let entries: string[] = [];
  let ordered = false;
  const end = () => {
    if (entries.length > 0) blocks.push({ kind: "list", ordered, entries });
    entries = [];
  };
  for (const line of text.split("\n").map((one) => one.trim())) {
    const isNumbered = NUMBERED.test(line);
    if (isNumbered || BULLET.test(line)) {
      if (isNumbered !== ordered) end();
      ordered = isNumbered;
      entries.push(line.replace(NUMBERED, "").replace(BULLET, ""));
      continue;
    }
    end();
    const [, text, name] = IMAGE.exec(line) ?? [];
    if (name !== undefined) blocks.push({ kind: "image", name, text: text ?? "" });
    else if (HEADING.test(line)) blocks.push({ kind: "heading", text: line.replace(HEADING, "") });
    else if (line) blocks.push({ kind: "paragraph", text: line });
  }
  end();
  return blocks;
}

/** An entry whose lead, as in "Labels. Choose one …", is set off. */
export function splitLead(entry: string): { lead: string; rest: string } {
  const [, lead = "", rest = entry] = /^(.{1,40}?[.。:：])\s*(.+)$/s.exec(entry) ?? [];
  return { lead, rest };
}
