import { useQuery } from "@tanstack/react-query";

import type { Protocol } from "@/lib/protocol/protocol";
import { protocolOptions } from "@/lib/protocol/use-protocol";

import type { Uses } from "../navigation";

/** What the project's protocol asks for; nothing while it is not known. */
export function useUses(slug: string): readonly Uses[] {
  const { data } = useQuery(protocolOptions(slug));
  const protocol = data?.protocol as Protocol | undefined;
  if (!protocol) return [];
  const { review, questions } = protocol;
  return [
    ...(review.decided_by === "together" ? ["together" as const] : []),
    ...(questions.written_by === "rule" ? ["made-questions" as const] : []),
  ];
}
