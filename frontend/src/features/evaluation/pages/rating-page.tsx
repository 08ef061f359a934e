import { Skeleton } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { PageHeader } from "@/components/page-header";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { ratingOptions, useRatingSamples } from "../api-ratings";
import { RatingFindingsView } from "../components/rating-findings";
import { RatingMarking } from "../components/rating-marking";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/ratings/$id");

/** One rating: its samples one by one; the results once all are marked. */
export function RatingPage() {
  const { t } = useTranslation("evaluation");
  const { format, pick } = useLocale();
  const { slug, id } = route.useParams();
  const { sample } = route.useSearch();
  const { data: task } = useSuspenseQuery(ratingOptions(slug, Number(id)));
  const organizes = useProject().can("organize");
  const list = useRatingSamples(slug, task.id);
  return (
    <>
      <PageHeader
        back={
          organizes ? (
            <AppLink
              to={{
                page: "evaluationRatings",
                ...(task.version && { search: { version: task.version } }),
              }}
            >
              {t("parts.ratings")}
            </AppLink>
          ) : (
            <AppLink to={{ page: "marking" }}>{t("marking.title")}</AppLink>
          )
        }
        title={pick(task.title)}
        lead={
          <>
            {task.version
              ? t("onRelease", { version: task.version })
              : [t("ratings.candidates.title"), format.list(task.sets)].join(" · ")}{" "}
            · {t("ratings.blind")}
            {task.help && (
              <>
                <br />
                {pick(task.help)}
              </>
            )}
          </>
        }
      />
      {list.data ? (
        <RatingMarking
          slug={slug}
          task={task}
          rows={loadedRows(list.data)}
          asked={sample}
          more={list}
        />
      ) : (
        <Skeleton height={420} />
      )}
      {task.findings && <RatingFindingsView task={task} findings={task.findings} />}
    </>
  );
}
