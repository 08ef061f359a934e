import { useSyncExternalStore } from "react";

type Listener = () => void;

let over = false;
const listeners = new Set<Listener>();

function set(next: boolean): void {
  over = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the session has expired while a page of the person is open. */
export const sessionOver = {
  begin: () => {
    set(true);
  },
  end: () => {
    set(false);
  },
};

export function useSessionOver(): boolean {
  return useSyncExternalStore(subscribe, () => over);
}
