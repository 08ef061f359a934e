import { useEffect, useState, useSyncExternalStore } from "react";

import { api } from "@/lib/api/client";
import type { RecordContent } from "@/lib/protocol/record";
import { saveState } from "@/lib/save-state/save-state";
import { useUser } from "@/lib/session/session";

import type { Draft } from "../api";
import { DraftKeeper } from "./draft-keeper";
import type { DraftState } from "./draft-state";
import { draftKey, sendUnsentDrafts } from "./leftovers";

async function save(
  slug: string,
  slotId: number,
  version: number,
  content: RecordContent,
  protocol: number | undefined,
) {
  const { data } = await api.PUT("/api/projects/{slug}/annotate/slots/{slot_id}/draft/", {
    params: { path: { slug, slot_id: slotId } },
    body: { version, content, protocol_version: protocol ?? null },
  });
  if (!data) throw new TypeError("Network: the answer was empty.");
  return data;
}

/** The draft of one slot, saved while typing. The component needs a key per slot and load. */
export function useDraft(
  slug: string,
  slotId: number,
  draft: Draft,
  protocol: number,
): { state: DraftState; keeper: DraftKeeper } {
  const user = useUser();
  const [keeper] = useState(
    () =>
      new DraftKeeper({
        key: draftKey(user.id, slotId),
        slug,
        slotId,
        draft,
        protocol,
        storage: localStorage,
        report: saveState,
        save: (version, content, protocol) => save(slug, slotId, version, content, protocol),
      }),
  );
  const state = useSyncExternalStore(keeper.subscribe, keeper.snapshot);
  useEffect(() => {
    if (draft.version > 1) saveState.saved(new Date(draft.saved_at));
    else saveState.clear();
    return keeper.start();
  }, [keeper, draft]);
  return { state, keeper };
}

/** Unsent changes of other items are sent now, and when the network is back. */
export function useSendUnsentDrafts(slotInWorkspace: number | undefined): void {
  const user = useUser();
  useEffect(() => {
    const send = () => {
      void sendUnsentDrafts(
        localStorage,
        user.id,
        (slotId) => slotId === slotInWorkspace,
        (kept) => save(kept.slug, kept.slotId, kept.version, kept.content, kept.protocol),
      );
    };
    send();
    window.addEventListener("online", send);
    return () => {
      window.removeEventListener("online", send);
    };
  }, [user.id, slotInWorkspace]);
}
