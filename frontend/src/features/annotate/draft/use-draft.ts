import { useEffect, useState, useSyncExternalStore } from "react";

import { api } from "@/lib/api/client";
import { saveState } from "@/lib/save-state/save-state";
import { useUser } from "@/lib/session/session";

import type { Draft } from "../api";
import { DraftKeeper, type DraftView } from "./draft-keeper";

/** The draft of one slot, saved as one types. The component needs a key per slot and load. */
export function useDraft(
  slug: string,
  slotId: number,
  draft: Draft,
): DraftView & { keeper: DraftKeeper } {
  const user = useUser();
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        key: `subtext.draft.${String(user.id)}.${String(slotId)}`,
        draft,
        storage: localStorage,
        report: saveState,
        save: async (version, content) => {
          const { data } = await api.PUT("/api/projects/{slug}/annotate/slots/{slot_id}/draft/", {
            params: { path: { slug, slot_id: slotId } },
            body: { version, content },
          });
          if (!data) throw new TypeError("Network: the answer was empty.");
          return data;
        },
      }),
  );
  const view = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  useEffect(() => {
    if (draft.version > 1) saveState.saved(new Date(draft.saved_at));
    else saveState.clear();
    return keeper.start();
  }, [keeper, draft]);
  return { ...view, keeper };
}
