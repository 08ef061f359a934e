import { Box, Button, Skeleton, Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { type FunnelRow, FunnelBars } from "@/components/charts/funnel-bars";
import { DataTable } from "@/components/data-table";
import { MutedNote } from "@/components/layout/primitives";
import { NoImagesNotice } from "@/components/no-images";
import { PageHeader } from "@/components/page-header";
import { RelativeTime } from "@/lib/i18n/relative-time";
import { useLocale } from "@/lib/i18n/use-locale";
import { AppLink } from "@/lib/routing/app-link";
import { funnelOptions } from "@/lib/session/funnel";
import { useStages, useStageText } from "@/lib/stages/use-stages";

import { type FunnelReport, funnelReportOptions } from "../api";
import { TextDownload } from "../components/download";
import { PaperPart } from "../components/paper-part";
import { StagePart } from "../components/stage-part";

const route = getRouteApi("/signed-in/projects/$slug/funnel");

/** From raw images to those that remain, with the numbers for a paper. */
export function FunnelPage() {
  const { t } = useTranslation("funnel");
  const { locale } = useLocale();
  const { slug } = route.useParams();
  const { data: counts } = useSuspenseQuery(funnelOptions(slug));
  const { data: report } = useQuery({
    ...funnelReportOptions(slug, locale),
    throwOnError: (_, { state }) => state.data === undefined,
  });
  if (counts.raw === 0) {
    return (
      <>
        <PageHeader title={t("title")} lead={t("lead")} />
        <NoImagesNotice />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          <>
            <Button
              variant="subtle"
              renderRoot={(props) => <AppLink to={{ page: "excluded" }} {...props} />}
            >
              {t("excludedLink")}
            </Button>
            {report && (
              <TextDownload
                label={t("json")}
                name={`${slug}-funnel.json`}
                type="application/json"
                text={JSON.stringify({ ...report, texts: undefined }, null, 2)}
              />
            )}
          </>
        }
      />
      {report ? <Whole slug={slug} report={report} /> : <Skeleton height={420} />}
    </>
  );
}

function Whole({ slug, report }: { slug: string; report: FunnelReport }) {
  const { t } = useTranslation("funnel");
  const { format } = useLocale();
  const stages = useStages();
  const text = useStageText();
  const nameOf = (id: string) => {
    const stage = stages.find((one) => one.id === id);
    return stage ? text(stage, "name") : id;
  };
  const rows: FunnelRow[] = [
    { key: "raw", label: t("bar.raw"), count: report.raw, to: { page: "images" } },
    { key: "distinct", label: t("bar.distinct"), count: report.raw - report.exact_copies },
    ...report.stages.map(({ name, passed }) => ({
      key: name,
      label: t("bar.stage", { stage: nameOf(name) }),
      count: passed,
    })),
    {
      key: "remaining",
      label: t("bar.remaining"),
      count: report.remaining,
      to: { page: "images", search: { status: "accepted" } },
    },
  ];
  return (
    <>
      <Box maw="60rem">
        <FunnelBars label={t("bars")} unit={t("barsUnit")} rows={rows} />
      </Box>
      {report.withdrawn_later > 0 && (
        <MutedNote mt="0.35rem" mb="md" maw="62ch">
          {t("withdrawnLater", {
            count: report.withdrawn_later,
            number: format.number(report.withdrawn_later),
          })}
        </MutedNote>
      )}
      <PaperPart slug={slug} />
      {report.stages.map((stage, at) => (
        <StagePart key={stage.name} number={at + 1} stage={stage} report={report} />
      ))}
      {report.imports.length > 0 && <Imports imports={report.imports} />}
    </>
  );
}

function Imports({ imports }: { imports: FunnelReport["imports"] }) {
  const { t } = useTranslation("funnel");
  const { format } = useLocale();
  const number = (key: "files" | "imported" | "already_present" | "rejected", header: string) => ({
    key,
    header,
    cell: (row: FunnelReport["imports"][number]) => format.number(row[key]),
    numeric: true as const,
  });
  return (
    <Box component="section" mt="2.75rem">
      <Title order={2} mb="sm">
        {t("imports")}
      </Title>
      <DataTable
        caption={t("imports")}
        rows={imports}
        rowKey={({ id }) => id}
        columns={[
          { key: "source", header: t("source"), cell: ({ source_name: name }) => name },
          { key: "when", header: t("when"), cell: ({ at }) => <RelativeTime at={at} /> },
          number("files", t("files")),
          number("imported", t("imported")),
          number("already_present", t("already")),
          number("rejected", t("rejected")),
          {
            key: "seconds",
            header: t("seconds"),
            cell: ({ seconds }) => format.duration(seconds),
            numeric: true,
          },
        ]}
      />
    </Box>
  );
}
