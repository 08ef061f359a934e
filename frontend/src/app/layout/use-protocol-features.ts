import { useQuery } from "@tanstack/react-query";

import type { Protocol } from "@/lib/protocol/protocol";
import { protocolOptions } from "@/lib/protocol/use-protocol";

import type { ProtocolFeatures } from "../navigation";

/**
 * Return what the project's protocol requires; nothing until it has loaded. For components that
 * stay mounted with the page, because unmounting cancels the request for the page too.
 */
export function useProtocolFeatures(slug: string | undefined): readonly ProtocolFeatures[] {
  const { data } = useQuery({ ...protocolOptions(slug ?? ""), enabled: slug !== undefined });
  const protocol = data?.protocol as Protocol | undefined;
  if (!protocol) return [];
  const { review, questions } = protocol;
  return [
    ...(review.decided_by === "together" ? ["together" as const] : []),
    ...(questions.written_by === "rule" ? ["made-questions" as const] : []),
  ];
}
