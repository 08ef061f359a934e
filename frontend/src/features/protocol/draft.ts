/** What somebody has typed and not put in force, and the version that it began with. */
export interface ProtocolDraft {
  base: number;
  text: string;
}

export const draftKey = (slug: string) => `subtext.protocol-draft.${slug}`;

/** Kept in this browser, so that leaving the page loses nothing. */
export function readDraft(slug: string): ProtocolDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(draftKey(slug)) ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const { base, text } = kept as Partial<ProtocolDraft>;
    return typeof base === "number" && typeof text === "string" ? { base, text } : null;
  } catch {
    // Something else was written there: as good as nothing.
    return null;
  }
}

export function keepDraft(slug: string, draft: ProtocolDraft): void {
  localStorage.setItem(draftKey(slug), JSON.stringify(draft));
}

export function dropDraft(slug: string): void {
  localStorage.removeItem(draftKey(slug));
}
