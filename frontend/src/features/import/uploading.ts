import { useSyncExternalStore } from "react";

import { beginUpload, findUpload, sendPart } from "./api";
import { type ChosenFile, goesOn, missingParts, partsOf, sendAll } from "@/lib/uploads/parts";

export type Uploading =
  | { state: "idle" }
  | { state: "sending"; slug: string; sent: number; total: number; secondsLeft: number | null }
  /** Uploaded parts are kept; `uploadStart` with the same files continues. */
  | { state: "interrupted"; slug: string; sent: number; total: number; error: unknown };

let current: Uploading = { state: "idle" };
let abort = new AbortController();
const listeners = new Set<() => void>();

function set(next: Uploading): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload continues on other pages; only closing the tab stops it. */
export function useUploading(slug: string): Uploading {
  const uploading = useSyncExternalStore(subscribe, () => current);
  return uploading.state !== "idle" && uploading.slug !== slug ? { state: "idle" } : uploading;
}

const keyOf = (slug: string) => `subtext.upload.${slug}`;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Upload files and start their import. Continues an interrupted upload if the same files were
 * chosen. `begin` starts the import.
 * @returns whether the import has started.
 */
export async function uploadStart(
  slug: string,
  sourceId: number,
  files: readonly ChosenFile[],
  begin: (slug: string, upload: number) => Promise<void>,
): Promise<boolean> {
  const parts = partsOf(files);
  const total = parts.reduce((sum, { size }) => sum + size, 0);
  let sent = 0;
  const startedAt = Date.now();
  abort = new AbortController();
  const { signal } = abort;
  set({ state: "sending", slug, sent, total, secondsLeft: null });
  window.addEventListener("beforeunload", warn);
  try {
    const stored = Number(localStorage.getItem(keyOf(slug)));
    const found = stored ? await findUpload(slug, stored, sourceId) : null;
    const upload =
      found && goesOn(parts, found.arrived) ? found : await beginUpload(slug, sourceId);
    localStorage.setItem(keyOf(slug), String(upload.id));
    const missing = missingParts(parts, upload.arrived);
    const before = total - missing.reduce((sum, { size }) => sum + size, 0);
    sent = before;
    await sendAll(
      missing,
      (part) => sendPart(slug, upload.id, part, signal),
      (part) => {
        sent += part.size;
        const rate = (sent - before) / (Date.now() - startedAt);
        const secondsLeft = rate > 0 ? (total - sent) / rate / 1000 : null;
        if (!signal.aborted) set({ state: "sending", slug, sent, total, secondsLeft });
      },
    );
    signal.throwIfAborted();
    await begin(slug, upload.id);
    localStorage.removeItem(keyOf(slug));
    set({ state: "idle" });
    return true;
  } catch (error) {
    set(signal.aborted ? { state: "idle" } : { state: "interrupted", slug, sent, total, error });
    return false;
  } finally {
    window.removeEventListener("beforeunload", warn);
  }
}

export function uploadStop(): void {
  abort.abort();
  set({ state: "idle" });
}
