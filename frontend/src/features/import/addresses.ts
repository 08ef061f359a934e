import type { ChosenFile } from "@/lib/uploads/parts";

export interface ImageAddresses {
  /** Each once, in the order of the text. */
  list: readonly string[];
  /** The first line that is no web address, counted from 1. */
  wrong: { line: number; text: string } | null;
}

/** Addresses, one per line; lines that begin with # are comments. */
export function parseImageAddresses(text: string): ImageAddresses {
  const list = new Set<string>();
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    if (!isAddress(line)) return { list: [...list], wrong: { line: index + 1, text: line } };
    list.add(line);
  }
  return { list: [...list], wrong: null };
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text);
}

/** The list as the file that the server reads addresses from. */
export function listFile(addresses: readonly string[]): ChosenFile {
  const file = new File([addresses.join("\n")], "addresses.txt", { type: "text/plain" });
  return { path: file.name, file };
}

/** A published benchmark is JSON or a table beside its images, or an archive. */
export function mayBePublished(files: readonly ChosenFile[]): boolean {
  return files.some(({ path }) =>
    /\.(jsonl?|csv|tsv|parquet|arrow|zip|tar|tgz|txz|tbz2|tar\.\w+)$/i.test(path),
  );
}
