/** A chosen file, with its path in its folder. */
export interface ChosenFile {
  path: string;
  file: File;
}

/** A part of a file to upload. */
export interface FilePart {
  path: string;
  number: number;
  of: number;
  size: number;
  content: () => Blob;
}

/** A part that the server has already. */
export type ArrivedPart = Pick<FilePart, "path" | "number" | "of">;

/** Small enough for smooth progress; the server takes four times as much. */
export const PART_BYTES = 4 * 2 ** 20;

/** Split files into parts that are uploaded one by one; an empty file is one empty part. */
export function splitIntoParts(files: readonly ChosenFile[], size = PART_BYTES): FilePart[] {
  return files.flatMap(({ path, file }) => {
    const of = Math.max(1, Math.ceil(file.size / size));
    return Array.from({ length: of }, (_, number): FilePart => {
      const from = number * size;
      const to = Math.min(from + size, file.size);
      return { path, number, of, size: to - from, content: () => file.slice(from, to) };
    });
  });
}

const nameOf = ({ path, number, of }: ArrivedPart) => `${String(number)}/${String(of)} ${path}`;

/**
 * Return whether these files can continue an upload with the `arrived` ones: only if it has no
 * others.
 */
export function goesOn(parts: readonly FilePart[], arrived: readonly ArrivedPart[]): boolean {
  const wanted = new Set(parts.map(nameOf));
  return arrived.every((part) => wanted.has(nameOf(part)));
}

/** Return the parts that are still to be uploaded. */
export function missingParts(
  parts: readonly FilePart[],
  arrived: readonly ArrivedPart[],
): FilePart[] {
  const there = new Set(arrived.map(nameOf));
  return parts.filter((part) => !there.has(nameOf(part)));
}

/** Upload parts, a few at a time; stops at the first failure. */
export async function sendAllParts(
  parts: readonly FilePart[],
  send: (part: FilePart) => Promise<void>,
  onSent: (part: FilePart) => void,
  atOnce = 3,
): Promise<void> {
  const queue = [...parts];
  let failed = false;
  const lane = async () => {
    for (let part = queue.shift(); part && !failed; part = queue.shift()) {
      try {
        await send(part);
      } catch (error) {
        failed = true;
        throw error;
      }
      onSent(part);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Keep one file per path, the last one chosen. Files left by operating systems are dropped. */
export function mergeFiles(
  before: readonly ChosenFile[],
  added: readonly ChosenFile[],
): ChosenFile[] {
  const wanted = added.filter(
    ({ path }) => !/(^|\/)(\.DS_Store|Thumbs\.db|__MACOSX\/.*)$/.test(path),
  );
  return [...new Map([...before, ...wanted].map((chosen) => [chosen.path, chosen])).values()];
}
