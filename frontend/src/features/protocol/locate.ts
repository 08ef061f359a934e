import type { FieldError } from "@/lib/api/problem";

interface Line {
  /** 1-based, as editors count. */
  number: number;
  indent: number;
  /** What stands after the indent. */
  text: string;
}

function linesOf(yaml: string): Line[] {
  return yaml
    .split("\n")
    .map((raw, at) => {
      const text = raw.trimStart();
      return { number: at + 1, indent: raw.length - text.length, text };
    })
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
}

const isItem = (line: Line) => line.text === "-" || line.text.startsWith("- ");

function isKey(line: Line, key: string): boolean {
  return [key, `"${key}"`, `'${key}'`].some(
    (name) => line.text === `${name}:` || line.text.startsWith(`${name}: `),
  );
}

/** The lines of one entry of a block: its own first line and what is indented under it. */
function entryFrom(block: readonly Line[], at: number, ends: (line: Line) => boolean): Line[] {
  const after = block.slice(at + 1);
  const end = after.findIndex(ends);
  return block.slice(at, end === -1 ? undefined : at + 1 + end);
}

/** What stands under `part` in a block, beginning with its own line; undefined if nothing does. */
function entryOf(block: readonly Line[], part: string): Line[] | undefined {
  const indent = block[0]?.indent ?? 0;
  const index = /^\d+$/.test(part) ? Number(part) : undefined;
  if (index !== undefined && block[0] && isItem(block[0])) {
    const items = block.flatMap((line, at) => (line.indent === indent && isItem(line) ? [at] : []));
    const at = items[index];
    return at === undefined ? undefined : entryFrom(block, at, (line) => line.indent <= indent);
  }
  const at = block.findIndex((line) => line.indent === indent && isKey(line, part));
  if (at === -1) return undefined;
  // The items of a list may stand as far left as its key.
  return entryFrom(
    block,
    at,
    (line) => line.indent < indent || (line.indent === indent && !isItem(line)),
  );
}

/** The lines inside an entry. Of an item that is what follows its dash, on the same line too. */
function insideOf([own, ...rest]: readonly Line[]): Line[] {
  if (!own || !isItem(own)) return rest;
  const text = own.text.slice(1).trimStart();
  if (text === "") return rest;
  return [{ ...own, indent: own.indent + own.text.length - text.length, text }, ...rest];
}

/**
 * The line of a YAML document in block style at which a dotted path such as `fields.0.choices.2.id`
 * stands, or the line of the nearest part of it that is there. Null for the document as a whole.
 */
export function lineOfPath(yaml: string, path: string): number | null {
  let block = linesOf(yaml);
  let found: number | null = null;
  for (const part of path.split(".").filter(Boolean)) {
    const entry = entryOf(block, part);
    if (!entry?.[0]) break;
    found = entry[0].number;
    block = insideOf(entry);
  }
  return found;
}

export interface Complaint {
  line: number | null;
  path: string;
  reason: string;
}

/** What the server found wrong, with the line that it concerns, from top to bottom. */
export function complaintsOf(yaml: string, errors: readonly FieldError[]): Complaint[] {
  return errors
    .map(({ field, message }) => {
      // What is no YAML at all has no path; the parser names the line, the place where it gave up last.
      const named = [...message.matchAll(/\bline (\d+)/g)].at(-1)?.[1];
      const line = field ? lineOfPath(yaml, field) : named ? Number(named) : null;
      return { line, path: field, reason: message };
    })
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
