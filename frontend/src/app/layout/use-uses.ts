import { useQuery } from "@tanstack/react-query";

import type { Protocol } from "@/lib/protocol/protocol";
import { protocolOptions } from "@/lib/protocol/use-protocol";

import type { Uses } from "../navigation";

/**
 * What the project's protocol asks for; nothing while it is not known. For what stays as long as
 * the page does: whoever leaves while the protocol is on its way calls it off for the page too.
 */
export function useUses(slug: string | undefined): readonly Uses[] {
  const { data } = useQuery({ ...protocolOptions(slug ?? ""), enabled: slug !== undefined });
  const protocol = data?.protocol as Protocol | undefined;
  if (!protocol) return [];
  const { review, questions } = protocol;
  return [
    ...(review.decided_by === "together" ? ["together" as const] : []),
    ...(questions.written_by === "rule" ? ["made-questions" as const] : []),
  ];
}
