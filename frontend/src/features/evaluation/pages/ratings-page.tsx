import { Button, Group, Stack, Title } from "@mantine/core";
import { IconPlayerPlay, IconPlus, IconScale } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/components/empty-state";
import { MutedNote } from "@/components/layout/primitives";
import { ProblemAlert } from "@/components/problem-alert";
import { useLocale } from "@/lib/i18n/use-locale";
import { useGoToPage } from "@/lib/routing/use-go";

import { type Rating, ratingsOptions, useDrawRating } from "../api-ratings";
import { GeneratedImageRatings } from "../components/candidates";
import { EvaluationHeader } from "../components/evaluation-header";
import { NothingReleased } from "../components/nothing-released";
import { RatedRuns } from "../components/rated-runs";
import { SideBySideRating } from "../components/side-by-side-rating";
import { RatingTasks } from "../components/rating-tasks";
import { RunForm, type RunFormProps } from "../components/run-form";
import { useVersion } from "../use-version";
import { useRunName } from "../run-name";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/ratings");

type Asked = Pick<RunFormProps, "title" | "settings" | "judges" | "inWords">;

/** Rubric ratings: the raters, and a form to sample more. */
export function RatingsPage() {
  const { slug } = route.useParams();
  const search = route.useSearch();
  const { version, versions } = useVersion(slug, search.version);
  if (version === undefined) return <BeforeRelease slug={slug} />;
  return <Ratings slug={slug} version={version} versions={versions} />;
}

/** Generated images are rated before a release; without any there is nothing to show. */
function BeforeRelease({ slug }: { slug: string }) {
  const { data } = useSuspenseQuery(ratingsOptions(slug, ""));
  if (data.sets.length === 0) return <NothingReleased part="evaluationRatings" />;
  return (
    <>
      <EvaluationHeader part="evaluationRatings" />
      <GeneratedImageRatings slug={slug} />
    </>
  );
}

function Ratings({
  slug,
  version,
  versions,
}: {
  slug: string;
  version: string;
  versions: readonly string[];
}) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const go = useGoToPage();
  const { data } = useSuspenseQuery(ratingsOptions(slug, version));
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <EvaluationHeader
        part="evaluationRatings"
        version={version}
        versions={versions}
        onVersion={(chosen) => {
          go({ page: "evaluationRatings", search: { version: chosen } }, { replace: true });
        }}
      />
      {data.ratings.length === 0 ? (
        <EmptyState icon={<IconScale size={40} stroke={1.4} />} title={t("ratings.none.title")}>
          {t("ratings.none.text")}
        </EmptyState>
      ) : (
        data.ratings.map((rating) => (
          <Stack
            key={rating.id}
            component="section"
            gap="1rem"
            mb="2.5rem"
            aria-labelledby={rating.id}
          >
            <Title order={2} size="h3" id={rating.id}>
              {pick(rating.title)}
            </Title>
            <MutedNote>
              {t(`ratings.${sampling(rating)}`, {
                share: format.percent(rating.share, 0),
                number: format.number(rating.number ?? 0),
                count: rating.people,
              })}
            </MutedNote>
            <Actions slug={slug} version={version} rating={rating} onAsk={setAsked} />
            <RatingTasks
              title={pick(rating.title)}
              tasks={data.tasks.filter((task) => task.rating === rating.id)}
            />
          </Stack>
        ))
      )}
      {besideEachOther(data.ratings).map((ratings) => (
        <SideBySideRating key={ratings[0]?.id} slug={slug} version={version} ratings={ratings} />
      ))}
      <GeneratedImageRatings slug={slug} />
      {asked && (
        <RunForm
          slug={slug}
          version={version}
          {...asked}
          opened
          onClose={() => {
            setAsked(undefined);
          }}
        />
      )}
    </>
  );
}

/** Key of the text about the sample: a share or a number, of items or responses. */
function sampling({ number, replies_of: task }: Rating) {
  if (task === null) return number === null ? "ofItems" : "numberOfItems";
  return number === null ? "ofReplies" : "numberOfReplies";
}

/** People's ratings of responses, together if they share their scales. */
function besideEachOther(ratings: readonly Rating[]): Rating[][] {
  const byScales = new Map<string, Rating[]>();
  for (const rating of ratings) {
    if (rating.judged || rating.replies_of === null) continue;
    const scales = rating.scales.join(" ");
    byScales.set(scales, [...(byScales.get(scales) ?? []), rating]);
  }
  return [...byScales.values()];
}

/** Describe, judge, and rate by people, in this order. */
function Actions({
  slug,
  version,
  rating,
  onAsk,
}: {
  slug: string;
  version: string;
  rating: Rating;
  onAsk: (asked: Asked) => void;
}) {
  const { t } = useTranslation("evaluation");
  const { pick } = useLocale();
  const draw = useDrawRating();
  const nameOf = useRunName();
  const go = useGoToPage();
  const { id, title, replies_of: task, task_title: taskTitle, runs } = rating;
  const drawFor = (run: number | null) => {
    draw.mutate(
      {
        params: { path: { slug } },
        body: { version, sets: [], rating: id, run, beside: [], seed: 0 },
      },
      {
        onSuccess: (drawn) => {
          go({ page: "evaluationRating", params: { id: String(drawn.id) } });
        },
      },
    );
  };
  return (
    <>
      <Group gap="0.75rem 1rem">
        {task !== null && (
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={18} />}
            onClick={() => {
              onAsk({
                title: t("start.taskTitle", { task: pick(taskTitle ?? title) }),
                settings: [{ id: task, title: taskTitle ?? title }],
                inWords: true,
              });
            }}
          >
            {t("ratings.describe")}
          </Button>
        )}
        {task === null && (
          <Button
            leftSection={<IconPlus size={18} />}
            loading={draw.isPending}
            onClick={() => {
              drawFor(null);
            }}
          >
            {t("ratings.draw")}
          </Button>
        )}
      </Group>
      <RatedRuns
        runs={runs}
        isJudged={rating.judged}
        isDrawing={draw.isPending}
        onJudge={(run) => {
          onAsk({
            title: t("start.judgeTitle", { model: nameOf(run) }),
            settings: [{ id, title }],
            judges: run.id,
            inWords: true,
          });
        }}
        onDraw={(run) => {
          drawFor(run.id);
        }}
      />
      {draw.error != null && <ProblemAlert error={draw.error} />}
    </>
  );
}
