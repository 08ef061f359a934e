import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { useGoToPage } from "@/lib/routing/use-go";

import { leaderboardOptions } from "../api";
import { shortcutBaselinesOptions, labelErrorCandidatesOptions } from "../api-scores";
import { EvaluationHeader } from "../components/evaluation-header";
import { GivenAway } from "../components/given-away";
import { NothingReleased } from "../components/nothing-released";
import { ShortcutBaselineTable } from "../components/shortcut-baseline-table";
import { LabelErrorCandidates } from "../components/label-error-candidates";
import { useVersion } from "../use-version";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/shortcuts");

/** Questions answered without looking, and keys that no model follows. */
export function ShortcutsPage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { version, versions } = useVersion(slug, search.version);
  if (version === undefined) return <NothingReleased part="evaluationShortcuts" />;
  return <Shortcuts slug={slug} version={version} versions={versions} />;
}

function Shortcuts({
  slug,
  version,
  versions,
}: {
  slug: string;
  version: string;
  versions: readonly string[];
}) {
  const go = useGoToPage();
  const { data: board } = useSuspenseQuery(leaderboardOptions(slug, version));
  const { data } = useSuspenseQuery(shortcutBaselinesOptions(slug, version));
  const { data: candidates } = useSuspenseQuery(labelErrorCandidatesOptions(slug, version));
  return (
    <>
      <EvaluationHeader
        part="evaluationShortcuts"
        version={version}
        versions={versions}
        onVersion={(chosen) => {
          go({ page: "evaluationShortcuts", search: { version: chosen } }, { replace: true });
        }}
      />
      <ShortcutBaselineTable probes={data.probes} settings={board.settings} />
      <GivenAway
        slug={slug}
        version={version}
        solved={data.solved}
        expected={data.expected}
        isProbed={data.probes.some(({ run }) => run !== null)}
      />
      <LabelErrorCandidates slug={slug} version={version} candidates={candidates} />
    </>
  );
}
