import { useSuspenseQuery } from "@tanstack/react-query";

import type { Localized } from "@/lib/i18n/locale";

import { protocolOptions } from "./use-protocol";

export interface ScreeningReason {
  id: string;
  title: Localized;
  /** Needs a sentence of explanation. */
  text?: boolean;
}

/** Screening rules of a protocol. */
export interface ScreeningRules {
  votes: number;
  question: Localized;
  reasons: readonly ScreeningReason[];
}

/** The screening rules of the current protocol. Load `protocolOptions` in the page's route. */
export function useScreeningRules(slug: string): ScreeningRules {
  const { data } = useSuspenseQuery(protocolOptions(slug));
  // The server has checked the document against the protocol's own schema.
  return (data.protocol as { curation: { screening: ScreeningRules } }).curation.screening;
}
