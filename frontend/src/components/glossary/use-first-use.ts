import { useCallback, useId, useSyncExternalStore } from "react";

interface Use {
  id: string;
  term: string;
  tell: () => void;
}

/** What the open page says of the glossary, in the order in which it was drawn. */
const uses = new Set<Use>();

/** Whether this is the first use of `term` on the page; the next one follows if it goes. */
export function useFirstUse(term: string): boolean {
  const id = useId();
  const subscribe = useCallback(
    (tell: () => void) => {
      const use = { id, term, tell };
      uses.add(use);
      return () => {
        uses.delete(use);
        for (const other of uses) other.tell();
      };
    },
    [id, term],
  );
  return useSyncExternalStore(
    subscribe,
    () => [...uses].find((use) => use.term === term)?.id === id,
  );
}
