import { useSuspenseQuery } from "@tanstack/react-query";

import { releasesOptions } from "./api";
import { versionsWithRuns, versionShown } from "./leaderboard";

/** The published versions, the newest first, and the selected one. */
export function useVersion(slug: string, asked: string | undefined) {
  const { data } = useSuspenseQuery(releasesOptions(slug));
  const out = versionsWithRuns(data.results);
  return { version: versionShown(out, asked), versions: out.map(({ version }) => version) };
}
