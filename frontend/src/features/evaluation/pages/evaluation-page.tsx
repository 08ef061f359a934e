import { Button } from "@mantine/core";
import { IconGauge, IconPlayerPlay } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { HashCopy } from "@/components/hash-copy";
import { useGoToPage } from "@/lib/routing/use-go";

import { leaderboardOptions } from "../api";
import { CaptionScores } from "../components/caption-scores";
import { EffectList } from "../components/effect-list";
import { EvaluationHeader } from "../components/evaluation-header";
import { LeaderboardTable } from "../components/leaderboard-table";
import { NothingReleased } from "../components/nothing-released";
import { RepeatRuns } from "../components/repeat-runs";
import { RunForm } from "../components/run-form";
import { RunList } from "../components/run-list";
import { SliceMap } from "../components/slice-map";
import { SplitChoice } from "../components/split-choice";
import { settingsWithScores } from "../leaderboard";
import type { EvaluationSearch } from "../search";
import { useVersion } from "../use-version";

const route = getRouteApi("/signed-in/projects/$slug/evaluation");

export function EvaluationPage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { version, versions } = useVersion(slug, search.version);
  if (version === undefined) return <NothingReleased part="evaluation" />;
  return <Evaluation slug={slug} version={version} versions={versions} search={search} />;
}

function Evaluation({
  slug,
  version,
  versions,
  search,
}: {
  slug: string;
  version: string;
  versions: readonly string[];
  search: EvaluationSearch;
}) {
  const { t } = useTranslation("evaluation");
  const go = useGoToPage();
  const { data: board } = useSuspenseQuery(leaderboardOptions(slug, version, search.splits));
  const [starting, setStarting] = useState(false);
  const scored = settingsWithScores(board);
  const setting = (scored.find(({ id }) => id === search.setting) ?? scored[0])?.id;
  const show = (change: EvaluationSearch) => {
    go({ page: "evaluation", search: { ...search, ...change } }, { replace: true });
  };
  const startButton = (
    <Button
      leftSection={<IconPlayerPlay size={18} />}
      onClick={() => {
        setStarting(true);
      }}
    >
      {t("start.open")}
    </Button>
  );
  return (
    <>
      <EvaluationHeader
        part="evaluation"
        version={version}
        versions={versions}
        onVersion={(chosen) => {
          // Another version may be scored on other splits.
          show({ version: chosen, splits: undefined });
        }}
        lead={<HashCopy hash={board.manifest_sha256} label={t("hash")} />}
        actions={(board.rows.length > 0 || board.open_tasks.length > 0) && startButton}
      />
      <RepeatRuns slug={slug} version={version} />
      <SplitChoice board={board} onShow={show} />
      {setting === undefined && board.open_tasks.length === 0 && (
        <EmptyState
          icon={<IconGauge size={40} stroke={1.4} />}
          title={t("noScores.title")}
          action={startButton}
        >
          {t("noScores.text")}
        </EmptyState>
      )}
      {setting !== undefined && (
        <>
          <LeaderboardTable
            board={board}
            setting={setting}
            published={search.published ?? false}
            onShow={show}
          />
          <SliceMap board={board} setting={setting} field={search.field} onShow={show} />
          {scored.length > 1 && (
            <Suspense>
              <EffectList slug={slug} board={board} />
            </Suspense>
          )}
        </>
      )}
      <CaptionScores tasks={board.open_tasks} />
      <RunList slug={slug} version={version} />
      <RunForm
        slug={slug}
        version={version}
        settings={board.settings}
        opened={starting}
        onClose={() => {
          setStarting(false);
        }}
      />
    </>
  );
}
