import { Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { FunnelBars } from "@/components/charts/funnel-bars";
import { MutedNote } from "@/components/layout/primitives";
import { PageHeader } from "@/components/page-header";
import { StatNumber } from "@/components/stat-number";
import { loadedRows } from "@/lib/api/keyset";
import { useLocale } from "@/lib/i18n/use-locale";
import { useModelName } from "@/lib/i18n/use-model-name";
import { AppLink } from "@/lib/routing/app-link";
import { useProject } from "@/lib/session/project";

import {
  type AnalysisDetail,
  analysisOptions,
  ERROR_FILES,
  errorFileUrl,
  sheetUrl,
  useErrorSamples,
} from "../api-errors";
import { ErrorMarking } from "../components/error-marking";

const route = getRouteApi("/signed-in/projects/$slug/evaluation/errors/$id");

/** One error analysis: its responses to mark, and the results. */
export function AnalysisPage() {
  const { t } = useTranslation("evaluation");
  const modelName = useModelName();
  const { slug, id } = route.useParams();
  const { sample } = route.useSearch();
  const { data: analysis } = useSuspenseQuery(analysisOptions(slug, Number(id)));
  const list = useErrorSamples(slug, analysis.id);
  const organizes = useProject().can("organize");
  return (
    <>
      <PageHeader
        back={
          <AppLink to={{ page: organizes ? "errorAnalyses" : "marking" }}>
            {t(organizes ? "parts.errors" : "marking.title")}
          </AppLink>
        }
        title={t("errors.of", { model: modelName(analysis.run.model) })}
        lead={
          <span>
            {t("onRelease", { version: analysis.run.version })}
            {organizes && (
              <>
                {" · "}
                <AppLink to={{ page: "run", params: { id: String(analysis.run.id) } }}>
                  {t("run.title")}
                </AppLink>
              </>
            )}
          </span>
        }
        actions={
          organizes && (
            <Button
              component="a"
              variant="default"
              href={sheetUrl(slug, analysis.id)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconPrinter size={18} />}
            >
              {t("errors.sheet")}
            </Button>
          )
        }
      />
      {list.data ? (
        <ErrorMarking
          slug={slug}
          analysis={analysis}
          rows={loadedRows(list.data)}
          asked={sample}
          more={list}
        />
      ) : (
        <Skeleton height={420} />
      )}
      <Findings slug={slug} analysis={analysis} organizes={organizes} />
    </>
  );
}

/** Frequency of each kind of error among fully marked responses. */
function Findings({
  slug,
  analysis,
  organizes,
}: {
  slug: string;
  analysis: AnalysisDetail;
  organizes: boolean;
}) {
  const { t } = useTranslation("evaluation");
  const { pick, format } = useLocale();
  const { marked, counted, distribution, responses, agreement } = analysis.findings;
  const chosen = Object.values(responses).reduce((sum, count) => sum + count, 0);
  const several = chosen > counted;
  const shares = analysis.categories.map(({ id, title }) => ({
    key: id,
    label: pick(title),
    count: Math.round((distribution[id] ?? 0) * counted * 10) / 10,
  }));
  return (
    <Stack component="section" gap="1.25rem" maw="60rem" mt="2.5rem" aria-labelledby="findings">
      <Title order={2} size="h3" id="findings" mb="sm">
        {t("errors.findings")}
      </Title>
      <Group gap="1rem 2.75rem" align="stretch">
        <StatNumber
          value={t("runs.of", { done: format.number(marked), total: format.number(analysis.size) })}
          label={t("errors.marked")}
        />
        {agreement && (
          <>
            <StatNumber
              value={agreement.percent === null ? "–" : format.percent(agreement.percent)}
              label={t("errors.agreement")}
            />
            <StatNumber
              value={agreement.alpha === null ? "–" : format.decimal(agreement.alpha, 2)}
              label={t("errors.alpha")}
            />
          </>
        )}
      </Group>
      {counted > 0 && (
        <FunnelBars
          label={t("errors.findings")}
          unit={t("errors.findingsUnit")}
          rows={shares}
          total={counted}
        />
      )}
      {several && <MutedNote mt="0.5rem">{t("errors.several")}</MutedNote>}
      {counted > 0 && organizes && (
        <Group mt="sm">
          {ERROR_FILES.map((kind) => (
            <Button
              key={kind}
              component="a"
              variant="default"
              href={errorFileUrl(slug, analysis.id, kind)}
              download
              leftSection={<IconDownload size={18} />}
            >
              {t(`errors.download.${kind}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
