import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { useGoToPage } from "@/lib/routing/use-go";
import { useProject } from "@/lib/session/project";

import { leaderboardOptions } from "../api";
import { Entrants } from "../components/entrants";
import { EvaluationHeader } from "../components/evaluation-header";
import { HumanBaseline } from "../components/human-baseline";
import { ImportForm } from "../components/import-form";
import { NothingReleased } from "../components/nothing-released";
import { useVersion } from "../use-version";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/outside");

/** External results: imported, or submitted by entrants with a key. */
export function OutsidePage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { version, versions } = useVersion(slug, search.version);
  if (version === undefined) return <NothingReleased part="evaluationOutside" />;
  return <Outside slug={slug} version={version} versions={versions} />;
}

function Outside({
  slug,
  version,
  versions,
}: {
  slug: string;
  version: string;
  versions: readonly string[];
}) {
  const go = useGoToPage();
  const { can } = useProject();
  const { data: board } = useSuspenseQuery(leaderboardOptions(slug, version));
  return (
    <>
      <EvaluationHeader
        part="evaluationOutside"
        version={version}
        versions={versions}
        onVersion={(chosen) => {
          go({ page: "evaluationOutside", search: { version: chosen } }, { replace: true });
        }}
      />
      <HumanBaseline slug={slug} version={version} />
      <ImportForm slug={slug} version={version} settings={board.to_answer} />
      {can("maintain") && <Entrants slug={slug} version={version} />}
    </>
  );
}
