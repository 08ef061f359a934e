import { useSuspenseQuery } from "@tanstack/react-query";

import { releasesOptions } from "./api";
import { evaluated, versionShown } from "./leaderboard";

/** The versions that are out, the newest first, and the one that is shown. */
export function useVersion(slug: string, asked: string | undefined) {
  const { data } = useSuspenseQuery(releasesOptions(slug));
  const out = evaluated(data.results);
  return { version: versionShown(out, asked), versions: out.map(({ version }) => version) };
}
