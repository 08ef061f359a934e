import { useSuspenseQuery } from "@tanstack/react-query";

import { $api } from "@/lib/api/client";

import type { Protocol } from "./protocol";

export const protocolOptions = (slug: string) =>
  $api.queryOptions(
    "get",
    "/api/projects/{slug}/",
    { params: { path: { slug } } },
    { staleTime: 5 * 60_000 },
  );

/** The number of the protocol that `useProtocol` returns. */
export function useProtocolVersion(slug: string): number {
  return useSuspenseQuery(protocolOptions(slug)).data.protocol_version;
}

/** The current protocol. Load `protocolOptions` in the page's route. */
export function useProtocol(slug: string): Protocol {
  // The server has checked the document against the protocol's own schema.
  return useSuspenseQuery(protocolOptions(slug)).data.protocol as Protocol;
}
