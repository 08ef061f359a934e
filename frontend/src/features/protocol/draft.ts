import type { Json } from "./form/path";

/** An unsaved draft of the protocol, and the version that it started from. */
export interface ProtocolDraft {
  base: number;
  /** As text in the source editor, as a document in the form. */
  source: DraftSource;
}

export type DraftSource = { yaml: string; document?: never } | { document: Json; yaml?: never };

/** Storage key of a person's draft: others may use the same browser. */
export const draftKey = (slug: string, userId: number) =>
  `subtext.protocol-draft.${slug}.${String(userId)}`;

/** Stored in this browser, so that leaving the page loses nothing. */
export function readDraft(key: string): ProtocolDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { base, source } = kept as Partial<ProtocolDraft>;
    if (typeof base !== "number" || typeof source !== "object") return null;
    return typeof source.yaml === "string" || source.document !== undefined
      ? { base, source }
      : null;
  } catch {
    // Something else was stored there: ignore it.
    return null;
  }
}

export function keepDraft(key: string, draft: ProtocolDraft): void {
  localStorage.setItem(key, JSON.stringify(draft));
}

export function dropDraft(key: string): void {
  localStorage.removeItem(key);
}
