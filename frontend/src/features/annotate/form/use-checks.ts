import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";
import type { RecordContent } from "@/lib/protocol/record";

const PAUSE_MS = 500;

const NOTHING = { ready: false, problems: [], findings: [] };

/** Results of the server's checks of the record, half a second after the last change. */
export function useRecordChecks(slug: string, slotId: number, content: RecordContent) {
  const [settled] = useDebouncedValue(content, PAUSE_MS);
  const { data = NOTHING } = $api.useQuery(
    "post",
    "/api/projects/{slug}/annotate/slots/{slot_id}/check/",
    { params: { path: { slug, slot_id: slotId } }, body: { content: settled } },
    // Without a network there is no advice; blocking checks run again on submission.
    { retry: false, gcTime: 0, placeholderData: keepPreviousData },
  );
  return data;
}
