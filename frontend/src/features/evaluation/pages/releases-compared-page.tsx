import { Box, Flex, NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { IconClock, IconGitCompare } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { MutedNote, PlainList } from "@/components/layout/primitives";
import { StatNumber } from "@/components/stat-number";
import { Badge } from "@/components/status-badge";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";
import { useGoToPage } from "@/lib/routing/use-go";

import { releasesComparedOptions, type ScoredRun } from "../api-scores";
import {
  DifferenceDot,
  DifferenceHeader,
  PValue,
  QuestionCount,
} from "../components/difference-cells";
import { EvaluationHeader } from "../components/evaluation-header";
import { IncompleteBadge } from "../components/incomplete-badge";
import { NothingReleased } from "../components/nothing-released";
import { useVersion } from "../use-version";
import { modelNameWithDetails } from "../revision";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/releases");

export function ReleasesComparedPage() {
  const { t } = useTranslation("evaluation");
  const { slug } = route.useParams();
  const search = route.useSearch();
  const go = useGoToPage();
  const { version, versions } = useVersion(slug, search.after);
  if (version === undefined) return <NothingReleased part="evaluationReleases" />;
  const earlier = versions.filter((one) => one !== version);
  const before = earlier.find((one) => one === search.before) ?? earlier[0];
  const show = (change: { before?: string; after?: string }) => {
    go(
      { page: "evaluationReleases", search: { before, after: version, ...change } },
      { replace: true },
    );
  };
  return (
    <>
      <EvaluationHeader part="evaluationReleases" />
      {before === undefined ? (
        <EmptyState
          icon={<IconGitCompare size={40} stroke={1.4} />}
          title={t("versions.one.title")}
        >
          {t("versions.one.text", { version })}
        </EmptyState>
      ) : (
        <>
          <SimpleGrid
            minColWidth="min(100%, 12rem)"
            autoFlow="auto-fit"
            spacing="md"
            maw="30rem"
            mb="xl"
          >
            <NativeSelect
              label={t("versions.before")}
              value={before}
              data={earlier}
              onChange={(event) => {
                show({ before: event.currentTarget.value });
              }}
            />
            <NativeSelect
              label={t("versions.after")}
              value={version}
              data={[...versions]}
              onChange={(event) => {
                show({ after: event.currentTarget.value });
              }}
            />
          </SimpleGrid>
          <Suspense>
            <Compared slug={slug} before={before} after={version} />
          </Suspense>
        </>
      )}
    </>
  );
}

function Compared({ slug, before, after }: { slug: string; before: string; after: string }) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick } = useLocale();
  const { data } = useSuspenseQuery(releasesComparedOptions(slug, before, after));
  const all = data.rows.map(({ unchanged }) => unchanged);
  return (
    <Stack gap="2rem">
      <Flex
        component="section"
        gap="1rem 2.75rem"
        align="end"
        wrap="wrap"
        aria-label={t("versions.questions")}
      >
        {(["unchanged", "changed", "added", "removed"] as const).map((what) => (
          <StatNumber key={what} value={data[what]} label={t(`versions.${what}`)} />
        ))}
        <AppLink to={{ page: "release", params: { version: after }, search: { tab: "changes" } }}>
          {t("versions.changes")}
        </AppLink>
      </Flex>
      {data.rows.length === 0 ? (
        <p>{t("versions.nothing")}</p>
      ) : (
        <DataTable
          caption={t("versions.caption")}
          rows={data.rows}
          rowKey={({ after: run }) => run.id}
          columns={[
            {
              key: "model",
              header: t("model"),
              cell: ({ after: run }) =>
                `${modelNameWithDetails(modelName(run.model), run.parameters_label)} · ${pick(run.setting_title)}`,
            },
            {
              key: "before",
              header: before,
              numeric: true,
              cell: (row) => <Score run={row.before} />,
            },
            {
              key: "after",
              header: after,
              numeric: true,
              cell: (row) => <Score run={row.after} />,
            },
            {
              key: "difference",
              header: (
                <DifferenceHeader
                  title={<span title={t("versions.alikeHelp")}>{t("versions.alike")}</span>}
                  all={all}
                />
              ),
              cell: ({ after: run, unchanged }) => (
                <DifferenceDot
                  label={modelNameWithDetails(modelName(run.model), run.parameters_label)}
                  value={unchanged}
                  all={all}
                />
              ),
            },
            {
              key: "p",
              header: t("compare.p"),
              numeric: true,
              cell: ({ unchanged }) => <PValue value={unchanged} />,
            },
            {
              key: "n",
              header: t("compare.questions"),
              numeric: true,
              cell: ({ unchanged }) => <QuestionCount value={unchanged} />,
            },
          ]}
        />
      )}
      <Alone title={t("versions.onlyBefore", { version: before })} runs={data.only_before} />
      <Alone title={t("versions.onlyAfter", { version: after })} runs={data.only_after} />
      <MutedNote>{t("versions.legend")}</MutedNote>
    </Stack>
  );
}

function Score({ run }: { run: ScoredRun }) {
  const { t } = useTranslation("evaluation");
  const { format } = useLocale();
  const accuracy = run.overall?.accuracy;
  return (
    <Flex
      display="inline-flex"
      component="span"
      gap="0.5rem"
      align="center"
      justify="end"
      wrap="wrap"
    >
      <AppLink to={{ page: "run", params: { id: String(run.id) } }}>
        {accuracy == null ? "–" : format.percent(accuracy)}
      </AppLink>
      {run.incomplete && <IncompleteBadge />}
      {run.stale && (
        <Badge tone="warn" icon={IconClock}>
          {t("stale")}
        </Badge>
      )}
    </Flex>
  );
}

function Alone({ title, runs }: { title: string; runs: readonly ScoredRun[] }) {
  const modelName = useModelName();
  const { pick } = useLocale();
  if (runs.length === 0) return null;
  return (
    <section aria-label={title}>
      <Box component="h2" m="0 0 0.5rem" fz="1rem">
        {title}
      </Box>
      <PlainList gap="0.35rem">
        {runs.map((run) => (
          <li key={run.id}>
            {modelNameWithDetails(modelName(run.model), run.parameters_label)} ·{" "}
            {pick(run.setting_title)} <Score run={run} />
          </li>
        ))}
      </PlainList>
    </section>
  );
}
