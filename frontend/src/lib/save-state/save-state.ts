import { useSyncExternalStore } from "react";

/** State of the last change. The shell shows it, always in the same corner. */
export type SaveState =
  | { kind: "idle" }
  | { kind: "saving" }
  | { kind: "saved"; at: Date }
  /** Changes wait in this browser for the connection. */
  | { kind: "kept"; changes: number }
  | { kind: "failed"; changes: number };

type Listener = () => void;

let current: SaveState = { kind: "idle" };
const listeners = new Set<Listener>();

function set(next: SaveState): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called by everything that saves: a draft, a decision, a setting. */
export const saveState = {
  saving: () => {
    set({ kind: "saving" });
  },
  saved: (at = new Date()) => {
    set({ kind: "saved", at });
  },
  /** No connection: `changes` are stored here and sent later. */
  kept: (changes: number) => {
    set({ kind: "kept", changes });
  },
  /** The server refused; `changes` are still on the page. */
  failed: (changes: number) => {
    set({ kind: "failed", changes });
  },
  clear: () => {
    set({ kind: "idle" });
  },
};

export function useSaveState(): SaveState {
  return useSyncExternalStore(subscribe, () => current);
}
