import { NativeSelect, SimpleGrid, Skeleton } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { useGoToPage } from "@/lib/routing/use-go";

import { leaderboardOptions } from "../api";
import { comparedOptions, peopleComparedOptions } from "../api-scores";
import { ComparisonView } from "../components/comparison-view";
import { EvaluationHeader } from "../components/evaluation-header";
import { NothingReleased } from "../components/nothing-released";
import { defaultPair, type RunChoice, runChoices } from "../differences";
import type { CompareSearch } from "../search";
import { useVersion } from "../use-version";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/compare");
const PEOPLE = "people";

export function ComparePage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { version, versions } = useVersion(slug, search.version);
  if (version === undefined) return <NothingReleased part="evaluationCompare" />;
  return <Compare slug={slug} version={version} versions={versions} search={search} />;
}

function Compare({
  slug,
  version,
  versions,
  search,
}: {
  slug: string;
  version: string;
  versions: readonly string[];
  search: CompareSearch;
}) {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick } = useLocale();
  const go = useGoToPage();
  const { data: board } = useSuspenseQuery(leaderboardOptions(slug, version));
  const choices = runChoices(board);
  const pair = defaultPair(choices);
  const one = choices.find(({ id }) => id === search.one) ?? pair?.[0] ?? choices[0];
  const hasPeople = board.human.answers > 0;
  const asked = choices.find(({ id }) => id === search.other);
  const other: RunChoice | typeof PEOPLE | undefined =
    asked ?? ((search.other === PEOPLE || !pair) && hasPeople ? PEOPLE : pair?.[1]);
  const titleOf = ({ model, setting }: RunChoice) =>
    `${modelName(model)} · ${pick(board.settings.find(({ id }) => id === setting)?.title)}`;
  const show = (change: CompareSearch) => {
    go({ page: "evaluationCompare", search: { ...search, ...change } }, { replace: true });
  };
  const runs = choices.map((choice) => ({ value: String(choice.id), label: titleOf(choice) }));
  return (
    <>
      <EvaluationHeader
        part="evaluationCompare"
        version={version}
        versions={versions}
        onVersion={(chosen) => {
          show({ version: chosen, one: undefined, other: undefined });
        }}
      />
      {!one || !other ? (
        <EmptyState
          icon={<IconArrowsDiff size={40} stroke={1.4} />}
          title={t("compare.tooFew.title")}
        >
          {t("compare.tooFew.text")}
        </EmptyState>
      ) : (
        <>
          <SimpleGrid
            minColWidth="min(100%, 18rem)"
            autoFlow="auto-fit"
            spacing="md"
            maw="50rem"
            mb="xl"
          >
            <NativeSelect
              label={t("compare.one")}
              value={String(one.id)}
              data={runs}
              onChange={(event) => {
                show({ one: Number(event.currentTarget.value) });
              }}
            />
            <NativeSelect
              label={t("compare.other")}
              value={other === PEOPLE ? PEOPLE : String(other.id)}
              data={[
                ...(hasPeople ? [{ value: PEOPLE, label: t("compare.people") }] : []),
                ...runs,
              ]}
              onChange={(event) => {
                const { value } = event.currentTarget;
                show({ other: value === PEOPLE ? PEOPLE : Number(value) });
              }}
            />
          </SimpleGrid>
          <Suspense fallback={<Skeleton height={420} />}>
            {other === PEOPLE ? (
              <AgainstPeople slug={slug} one={one} name={titleOf(one)} />
            ) : (
              <AgainstRun
                slug={slug}
                one={one}
                other={other}
                names={[titleOf(one), titleOf(other)]}
              />
            )}
          </Suspense>
        </>
      )}
    </>
  );
}

function AgainstPeople({ slug, one, name }: { slug: string; one: RunChoice; name: string }) {
  const { t } = useTranslation("evaluation");
  const { data } = useSuspenseQuery(peopleComparedOptions(slug, one.id));
  return <ComparisonView comparison={data} names={[name, t("compare.people")]} />;
}

function AgainstRun({
  slug,
  one,
  other,
  names,
}: {
  slug: string;
  one: RunChoice;
  other: RunChoice;
  names: readonly [string, string];
}) {
  const { data } = useSuspenseQuery(comparedOptions(slug, one.id, other.id));
  return <ComparisonView comparison={data} names={names} />;
}
