import { useSyncExternalStore } from "react";

type Listener = () => void;

/** The person who is logged in now, in place of the one whose page this is. */
export interface OtherPerson {
  username: string;
  display_name: string;
}

/** `other` is null if the session has expired. */
export interface SessionEnd {
  other: OtherPerson | null;
}

let end: SessionEnd | null = null;
const listeners = new Set<Listener>();

function set(next: SessionEnd | null): void {
  end = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the person's session has ended while a page of theirs is open, and why. */
export const sessionOver = {
  begin: (other: OtherPerson | null = null) => {
    // Every further request fails in the same way.
    if (end && (other === null || other === end.other)) return;
    set({ other });
  },
  end: () => {
    set(null);
  },
  /** Why the session has ended, if it has; another person locks the page. */
  reason: () => end,
};

export function useSessionOver(): SessionEnd | null {
  return useSyncExternalStore(subscribe, () => end);
}
