import type { components } from "@/api/generated";
import type { ChosenFile } from "@/lib/uploads/parts";

type Body = components["schemas"]["UploadImportInputRequest"];

export interface ManifestOptions {
  unlisted: NonNullable<Body["unlisted"]>;
  /** Empty: the server finds it. */
  encoding: NonNullable<Body["encoding"]>;
}

export const DEFAULT_MANIFEST_OPTIONS: ManifestOptions = { unlisted: "leave_out", encoding: "" };

export const ENCODINGS = [
  { value: "utf-8", label: "UTF-8" },
  { value: "utf-16", label: "UTF-16" },
  { value: "gb18030", label: "GB18030 (GBK, GB2312)" },
  { value: "big5", label: "Big5" },
  { value: "shift_jis", label: "Shift-JIS" },
  { value: "euc_kr", label: "EUC-KR" },
  { value: "cp1252", label: "Windows-1252" },
  { value: "latin-1", label: "ISO-8859-1 (Latin-1)" },
] as const satisfies readonly { value: ManifestOptions["encoding"]; label: string }[];

const NAME = /(^|[/\\])(manifest|metadata)\.[^/\\]*$/i;
const TABLE = /\.(csv|tsv|tab|txt|jsonl|ndjson)$/i;
const ARCHIVE = /\.(zip|tar|tgz|txz|tbz2|tar\.\w+)$/i;

/** Whether there may be a manifest among files: by its name, alone, or in an archive. */
export function mayHaveManifest(files: readonly ChosenFile[]): boolean {
  const [first] = files;
  if (files.length === 1 && first && TABLE.test(first.path)) return true;
  return files.some(({ path }) => NAME.test(path) || ARCHIVE.test(path));
}
