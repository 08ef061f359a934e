import { useSuspenseQuery } from "@tanstack/react-query";

import { releasesOptions } from "./api";
import { evaluated, versionShown } from "./leaderboard";

/** The published versions, the newest first, and the selected one. */
export function useVersion(slug: string, asked: string | undefined) {
  const { data } = useSuspenseQuery(releasesOptions(slug));
  const out = evaluated(data.results);
  return { version: versionShown(out, asked), versions: out.map(({ version }) => version) };
}
