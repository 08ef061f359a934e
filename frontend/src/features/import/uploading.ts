import { useSyncExternalStore } from "react";

import type { Encodings, NameReading } from "@/components/archive-names/archive-names";

import { beginUpload, findUpload, readNames, sendPart } from "./api";
import {
  type ChosenFile,
  goesOn,
  missingParts,
  splitIntoParts,
  sendAllParts,
} from "@/lib/uploads/parts";

export type UploadState =
  | { state: "idle" }
  /** The parts are uploaded; `uploadGoOn` with the confirmed encodings starts the import. */
  | { state: "naming"; slug: string; readings: readonly NameReading[] }
  | { state: "sending"; slug: string; sent: number; total: number; secondsLeft: number | null }
  /** Uploaded parts are kept; `uploadStart` with the same files continues. */
  | { state: "interrupted"; slug: string; sent: number; total: number; error: unknown };

let current: UploadState = { state: "idle" };
let abort = new AbortController();
let goOn: (encodings: Encodings) => void = () => undefined;
const listeners = new Set<() => void>();

function set(next: UploadState): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload continues on other pages; only closing the tab stops it. */
export function useUploadState(slug: string): UploadState {
  const uploading = useSyncExternalStore(subscribe, () => current);
  return uploading.state !== "idle" && uploading.slug !== slug ? { state: "idle" } : uploading;
}

const keyOf = (slug: string) => `subtext.upload.${slug}`;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Upload files and start their import. Continues an interrupted upload if the same files were
 * chosen. `begin` starts the import, once the names in archives are confirmed.
 * @returns whether the import has started.
 */
export async function startUpload(
  slug: string,
  sourceId: number,
  files: readonly ChosenFile[],
  begin: (slug: string, upload: number, names: Encodings) => Promise<void>,
): Promise<boolean> {
  const parts = splitIntoParts(files);
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
    await sendAllParts(
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
    const names = await confirmedNames(slug, upload.id, signal);
    set({ state: "sending", slug, sent: total, total, secondsLeft: null });
    await begin(slug, upload.id, names);
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

/** The encodings of names in archives, which a person confirms if one is a guess. */
async function confirmedNames(
  slug: string,
  upload: number,
  signal: AbortSignal,
): Promise<Encodings> {
  const readings = (await readNames(slug, upload)).filter(({ guessed }) => guessed);
  signal.throwIfAborted();
  if (readings.length === 0) return {};
  return new Promise((resolve, reject) => {
    goOn = resolve;
    signal.addEventListener("abort", () => {
      reject(new Error("The upload was stopped."));
    });
    set({ state: "naming", slug, readings });
  });
}

export function continueUpload(encodings: Encodings): void {
  goOn(encodings);
}

export function stopUpload(): void {
  abort.abort();
  set({ state: "idle" });
}
