import { Button } from "@mantine/core";
import { IconListSearch, IconPlus } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { DataTable } from "@/components/data-table";
import { EmptyState } from "@/components/empty-state";
import { loadedRows } from "@/lib/api/keyset";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";

import { useAnalyses } from "../api-errors";
import { DrawDialog } from "../components/draw-dialog";
import { EvaluationHeader } from "../components/evaluation-header";
import { NothingReleased } from "../components/nothing-released";
import { useVersion } from "../use-version";
import { modelNameWithDetails } from "../revision";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/errors");

/** The error analyses and their samples. */
export function AnalysesPage() {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { pick, format } = useLocale();
  const { slug } = route.useParams();
  const { version } = useVersion(slug, undefined);
  const list = useAnalyses(slug);
  const [drawing, setDrawing] = useState(false);
  if (version === undefined) return <NothingReleased part="errorAnalyses" />;
  const analyses = loadedRows(list.data);
  const drawButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      onClick={() => {
        setDrawing(true);
      }}
    >
      {t("errors.draw")}
    </Button>
  );
  return (
    <>
      <EvaluationHeader part="errorAnalyses" actions={analyses.length > 0 && drawButton} />
      {list.isPending ? null : (
        <DataTable
          caption={t("parts.errors")}
          rows={analyses}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<IconListSearch size={40} stroke={1.4} />}
              title={t("errors.none.title")}
              action={drawButton}
            >
              {t("errors.none.text")}
            </EmptyState>
          }
          columns={[
            {
              key: "model",
              header: t("model"),
              cell: ({ id, run }) => (
                <AppLink to={{ page: "errorAnalysis", params: { id: String(id) } }}>
                  {modelNameWithDetails(modelName(run.model), run.parameters_label)} ·{" "}
                  {pick(run.setting_title)}
                </AppLink>
              ),
            },
            { key: "release", header: t("release"), cell: ({ run }) => run.version },
            {
              key: "size",
              header: t("errors.sampled"),
              numeric: true,
              cell: ({ size }) => format.number(size),
            },
            {
              key: "markers",
              header: t("errors.markers"),
              numeric: true,
              cell: ({ markers }) => format.number(markers),
            },
            { key: "seed", header: t("sheet.seed"), numeric: true, cell: ({ seed }) => seed },
            {
              key: "when",
              header: t("runs.when"),
              cell: ({ created_at: at }) => <RelativeTime at={at} />,
            },
          ]}
          more={list}
        />
      )}
      <DrawDialog
        slug={slug}
        version={version}
        opened={drawing}
        onClose={() => {
          setDrawing(false);
        }}
      />
    </>
  );
}
