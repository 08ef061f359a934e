import { Button, NativeSelect } from "@mantine/core";
import { IconGauge, IconPlayerPlay } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { HashCopy } from "@/components/hash-copy";
import { PageHeader } from "@/components/page-header";
import { AppLink } from "@/lib/routing/app-link";
import { useGo } from "@/lib/routing/use-go";

import { leaderboardOptions, releasesOptions } from "../api";
import { LeaderboardTable } from "../components/leaderboard-table";
import { RunForm } from "../components/run-form";
import { RunList } from "../components/run-list";
import { SliceMap } from "../components/slice-map";
import { evaluated, settingsWithScores, versionShown } from "../leaderboard";
import type { EvaluationSearch } from "../search";
import classes from "./evaluation-page.module.css";

const route = getRouteApi("/signed-in/projects/$slug/evaluation");

export function EvaluationPage() {
  const { t } = useTranslation("evaluation");
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(releasesOptions(slug));
  const versions = evaluated(data.results).map(({ version }) => version);
  const version = versionShown(evaluated(data.results), search.version);
  if (version === undefined) {
    return (
      <>
        <PageHeader title={t("title")} />
        <EmptyState
          icon={<IconGauge size={40} stroke={1.4} />}
          title={t("none.title")}
          action={
            <Button renderRoot={(props) => <AppLink to={{ page: "releases" }} {...props} />}>
              {t("none.action")}
            </Button>
          }
        >
          {t("none.text")}
        </EmptyState>
      </>
    );
  }
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
  const go = useGo();
  const { data: board } = useSuspenseQuery(leaderboardOptions(slug, version));
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
      <PageHeader
        title={t("title")}
        lead={
          <span className={classes.release}>
            {versions.length > 1 ? (
              <NativeSelect
                aria-label={t("release")}
                value={version}
                data={[...versions]}
                onChange={(event) => {
                  show({ version: event.currentTarget.value });
                }}
              />
            ) : (
              <span>{t("onRelease", { version })}</span>
            )}
            <HashCopy hash={board.manifest_sha256} label={t("hash")} />
          </span>
        }
        actions={board.rows.length > 0 && startButton}
      />
      {setting === undefined ? (
        <EmptyState
          icon={<IconGauge size={40} stroke={1.4} />}
          title={t("noScores.title")}
          action={startButton}
        >
          {t("noScores.text")}
        </EmptyState>
      ) : (
        <>
          <LeaderboardTable
            board={board}
            setting={setting}
            published={search.published ?? false}
            onShow={show}
          />
          <SliceMap board={board} setting={setting} field={search.field} onShow={show} />
        </>
      )}
      <RunList slug={slug} version={version} settings={board.settings} />
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
