import { isProblem } from "@/lib/api/problem";

import type { UnsentChanges } from "./draft-keeper";

/** Storage key of unsent texts in this browser. */
export function draftKey(userId: number, slotId: number): string {
  return `${prefixOf(userId)}${String(slotId)}`;
}

const prefixOf = (userId: number) => `subtext.draft.${String(userId)}.`;

/**
 * Send unsent changes of items that are no longer open: their drafts are still the person's. What
 * another device has saved since is not overwritten: both versions stay, this one in this browser.
 */
export async function sendUnsentDrafts(
  storage: Storage,
  userId: number,
  isInWorkspace: (slotId: number) => boolean,
  save: (kept: UnsentChanges) => Promise<unknown>,
): Promise<void> {
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefixOf(userId)));
  for (const key of keys) {
    const text = storage.getItem(key);
    const kept = read(text);
    if (!kept || isInWorkspace(kept.slotId)) continue;
    try {
      await save(kept);
      // Unless something newer was stored meanwhile.
      if (storage.getItem(key) === text) storage.removeItem(key);
    } catch (error) {
      if (!isProblem(error)) return;
    }
  }
}

function read(text: string | null): UnsentChanges | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<UnsentChanges> | null;
    return kept?.slug && kept.slotId && kept.content ? (kept as UnsentChanges) : null;
  } catch {
    return null;
  }
}
