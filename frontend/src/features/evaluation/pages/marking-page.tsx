import { Button } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import { markingOptions } from "../api-errors";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/marking");

/** For raters: the project's error analyses and ratings, with what waits in each. */
export function MarkingPage() {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick, format } = useLocale();
  const { slug } = route.useParams();
  const { can } = useProject();
  const { data: tasks } = useSuspenseQuery(markingOptions(slug));
  return (
    <>
      <PageHeader title={t("marking.title")} lead={t("marking.lead")} />
      <DataTable
        caption={t("marking.title")}
        rows={tasks}
        rowKey={({ kind, id }) => `${kind} ${String(id)}`}
        empty={
          <EmptyState
            icon={<IconScale size={40} stroke={1.4} />}
            title={t("marking.none.title")}
            action={
              can("organize") && (
                <Button
                  renderRoot={(props) => <AppLink to={{ page: "errorAnalyses" }} {...props} />}
                >
                  {t("marking.none.action")}
                </Button>
              )
            }
          >
            {t("marking.none.text")}
          </EmptyState>
        }
        columns={[
          {
            key: "task",
            header: t("marking.task"),
            cell: ({ kind, id, title, model }) => (
              <AppLink
                to={{
                  page: kind === "errors" ? "errorAnalysis" : "evaluationRating",
                  params: { id: String(id) },
                }}
              >
                {kind === "errors" ? t("errors.of", { model: modelName(model) }) : pick(title)}
              </AppLink>
            ),
          },
          {
            key: "waiting",
            header: t("marking.waiting"),
            numeric: true,
            cell: ({ waiting, size }) =>
              t("runs.of", { done: format.number(waiting), total: format.number(size) }),
          },
          {
            key: "when",
            header: t("runs.when"),
            cell: ({ created_at: at }) => <RelativeTime at={at} />,
          },
        ]}
      />
    </>
  );
}
