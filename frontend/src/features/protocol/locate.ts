import type { FieldError } from "@/lib/api/problem";

interface Line {
  /** 1-based, as editors count. */
  number: number;
  indent: number;
  /** Text after the indentation. */
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

/** Return the lines of one entry of a block: its first line and the indented lines below. */
function entryFrom(block: readonly Line[], at: number, ends: (line: Line) => boolean): Line[] {
  const after = block.slice(at + 1);
  const end = after.findIndex(ends);
  return block.slice(at, end === -1 ? undefined : at + 1 + end);
}

/** Return the lines of `part` in a block, with its first line; undefined if there is none. */
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
  // The items of a list may be indented like their key.
  return entryFrom(
    block,
    at,
    (line) => line.indent < indent || (line.indent === indent && !isItem(line)),
  );
}

/**
 * Return the lines inside an entry; of an item, those after its dash, with the rest of its line.
 */
function insideOf([own, ...rest]: readonly Line[]): Line[] {
  if (!own || !isItem(own)) return rest;
  const text = own.text.slice(1).trimStart();
  if (text === "") return rest;
  return [{ ...own, indent: own.indent + own.text.length - text.length, text }, ...rest];
}

/**
 * Return the line of a dotted path such as `fields.0.choices.2.id` in a YAML document in block
 * style, or the line of its nearest existing part. Null for the whole document.
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

export interface LocatedProblem {
  line: number | null;
  path: string;
  reason: string;
}

/** Return the server's problems with their lines, from top to bottom. */
export function locateProblems(yaml: string, errors: readonly FieldError[]): LocatedProblem[] {
  return errors
    .map(({ field, message }) => {
      // Invalid YAML has no path; the parser's message has lines, the last one where it stopped.
      const named = [...message.matchAll(/\bline (\d+)/g)].at(-1)?.[1];
      const line = field ? lineOfPath(yaml, field) : named ? Number(named) : null;
      return { line, path: field, reason: message };
    })
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
